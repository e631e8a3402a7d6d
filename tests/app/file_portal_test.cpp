// Against a portal of our own, on a bus that nobody else is on.
#include "app/file_portal.h"

#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <gmock/gmock.h>

#include "tests/app/fake_portal.h"
#include "tests/app/private_bus.h"
#include "tests/support/environment_variable.h"

namespace mmd::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

constexpr std::chrono::seconds ample{20};

/// Has every message and connection that is asked of libdbus given back to it. The library keeps some memory
/// of its own, and so what leaks in it is left out of the sanitizer's findings (leaks_of_drivers.txt): this
/// is what notices ours.
class DbusLedger {
 public:
  DbusLedger() : real_(*dbus::Library::get()) {
    entries().clear();
    taken() = 0;
    real() = real_;
    dbus::Library& used = library();
    used.connection_open_private = [](const char* address, dbus::Error* error) {
      return noted(real().connection_open_private(address, error));
    };
    used.connection_unref = [](dbus::Connection* connection) {
      give_back(connection);
      real().connection_unref(connection);
    };
    used.connection_pop_message = [](dbus::Connection* connection) {
      return noted(real().connection_pop_message(connection));
    };
    used.message_new_method_call = [](const char* to, const char* path, const char* interface,
                                      const char* method) {
      return noted(real().message_new_method_call(to, path, interface, method));
    };
    used.message_unref = [](dbus::Message* message) {
      give_back(message);
      real().message_unref(message);
    };
  }
  ~DbusLedger() { library() = real_; }
  DbusLedger(const DbusLedger&) = delete;
  DbusLedger& operator=(const DbusLedger&) = delete;

  static std::size_t left() {
    const std::lock_guard lock(mutex());
    return entries().size();
  }
  static std::size_t& taken() {
    static std::size_t count = 0;
    return count;
  }

 private:
  /// The one that everybody uses; it is no constant where it is made.
  static dbus::Library& library() { return const_cast<dbus::Library&>(*dbus::Library::get()); }
  static dbus::Library& real() {
    static dbus::Library functions;
    return functions;
  }
  static std::multiset<const void*>& entries() {
    static std::multiset<const void*> set;
    return set;
  }
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  template <class T>
  static T* noted(T* thing) {
    const std::lock_guard lock(mutex());
    if (thing != nullptr) entries().insert(thing);
    ++taken();
    return thing;
  }
  /// The portal's answers were never noted: they are made by other functions.
  static void give_back(const void* thing) {
    const std::lock_guard lock(mutex());
    if (const auto found = entries().find(thing); found != entries().end()) entries().erase(found);
  }

  const dbus::Library real_;
};

class FilePortal : public testing::Test {
 protected:
  void TearDown() override {
    EXPECT_EQ(DbusLedger::left(), 0u) << "messages or connections that nobody gave back";
  }
  std::optional<DialogOutcome> ask(const PortalScript& script, DialogPurpose purpose = DialogPurpose::open) {
    FakePortal portal(script);
    const auto out =
        ask_portal({purpose, "/モデル/a b", "ミク.vpd", Language::english}, "x11:2a", wanted, ample);
    if (out) call = portal.asked();
    return out;
  }
  static PortalScript choosing(std::vector<std::string> uris) {
    PortalScript out;
    out.uris = std::move(uris);
    return out;
  }

  PrivateBus bus;
  DbusLedger ledger;
  std::atomic<bool> wanted = true;
  PortalCall call;
};

TEST_F(FilePortal, OpensWhatWasChosen) {
  const auto out = ask(choosing({"file:///models/a.pmx"}));
  ASSERT_TRUE(out);
  EXPECT_TRUE(out->shown);
  EXPECT_THAT(out->files, ElementsAre("/models/a.pmx"));
  EXPECT_EQ(out->refused, "");
  EXPECT_GT(DbusLedger::taken(), 8u);
  EXPECT_EQ(call.method, "OpenFile");
  EXPECT_EQ(call.parent, "x11:2a");
  EXPECT_EQ(call.title, "Open");
  EXPECT_THAT(call.options, Contains(Pair("multiple", "true")));
  EXPECT_THAT(call.options, Contains(Pair("current_folder", "/モデル/a b\\0")));
  EXPECT_THAT(call.options, Not(Contains(Key("directory"))));
  EXPECT_THAT(call.options["filters"],
              AllOf(StartsWith("[[Models, poses, motions [[0 *.pmx] [0 *.PMX] [0 *.pmd]"),
                    HasSubstr("[All files [[0 *]]]")));
}

TEST_F(FilePortal, OpensSeveralWithJapaneseNamesAndSpaces) {
  const auto out = ask(choosing(
      {"file:///%E3%83%9F%E3%82%AF/a%20b.pmx", "file://localhost/100%25.vpd", "file:///ポーズ/立ち.vpd"}));
  ASSERT_TRUE(out);
  EXPECT_THAT(out->files, ElementsAre("/ミク/a b.pmx", "/100%.vpd", "/ポーズ/立ち.vpd"));
}

TEST_F(FilePortal, ChoosesAFolder) {
  const auto out = ask(choosing({"file:///poses"}), DialogPurpose::browse);
  ASSERT_TRUE(out);
  EXPECT_THAT(out->files, ElementsAre("/poses"));
  EXPECT_EQ(call.method, "OpenFile");
  EXPECT_THAT(call.options, Contains(Pair("directory", "true")));
  EXPECT_THAT(call.options, Not(Contains(Key("multiple"))));
  PortalScript old = choosing({"file:///poses"});
  old.version = 2;
  EXPECT_FALSE(ask(old, DialogPurpose::browse)) << "it would let files be chosen";
  EXPECT_TRUE(ask(old));
}

TEST_F(FilePortal, ProposesANameToSaveUnder) {
  const auto out = ask(choosing({"file:///poses/%E3%83%9F%E3%82%AF.vpd"}), DialogPurpose::save_pose);
  ASSERT_TRUE(out);
  EXPECT_THAT(out->files, ElementsAre("/poses/ミク.vpd"));
  EXPECT_EQ(call.method, "SaveFile");
  EXPECT_THAT(call.options, Contains(Pair("current_name", "ミク.vpd")));
  EXPECT_THAT(call.options, Contains(Pair("filters", "[[Poses [[0 *.vpd] [0 *.VPD]]]]")));
}

TEST_F(FilePortal, ACancelledOneChoosesNothing) {
  PortalScript cancelled;
  cancelled.response = 1;
  const auto out = ask(cancelled);
  ASSERT_TRUE(out);
  EXPECT_TRUE(out->shown);
  EXPECT_THAT(out->files, IsEmpty());
}

TEST_F(FilePortal, AnyOtherEndGoesToTheNextWay) {
  PortalScript ended = choosing({"file:///a.pmx"}), leaving = ended;
  ended.response = 2;
  EXPECT_FALSE(ask(ended));
  leaving.leaves = true;
  EXPECT_FALSE(ask(leaving)) << "the portal itself has ended";
}

TEST_F(FilePortal, WhereThereIsNoneItGoesToTheNextWay) {
  EXPECT_FALSE(ask_portal({}, {}, wanted, ample)) << "nobody of that name on the bus";
  PortalScript without;
  without.version.reset();
  EXPECT_FALSE(ask(without)) << "a portal without this interface";
  PortalScript refusing;
  refusing.opens = false;
  EXPECT_FALSE(ask(refusing));
  for (const char* address : {"disabled:", "unix:path=/no/such/socket", "rubbish", "autolaunch:"}) {
    const EnvironmentVariable nowhere("DBUS_SESSION_BUS_ADDRESS", address);
    EXPECT_FALSE(ask_portal({}, {}, wanted, ample)) << address;
  }
}

TEST_F(FilePortal, ABusThatEndsGoesToTheNextWay) {
  PortalScript slow;
  slow.responds = false;
  FakePortal portal(slow);
  std::optional<DialogOutcome> out = DialogOutcome();
  std::thread asking([&] { out = ask_portal({}, {}, wanted, ample); });
  portal.asked();
  bus.end();
  asking.join();
  EXPECT_FALSE(out);
}

TEST_F(FilePortal, AnswersThatAreRubbishGoToTheNextWay) {
  EXPECT_FALSE(ask(choosing({}))) << "done, and nothing chosen";
  PortalScript odd;
  odd.results = [](dbus::Writer&) {};
  EXPECT_FALSE(ask(odd)) << "no uris";
  odd.results = [](dbus::Writer& results) {
    results.entry("uris", "s", [](dbus::Writer& value) { value.string("file:///a.pmx"); });
  };
  EXPECT_FALSE(ask(odd)) << "a text for a list";
  odd.results = [](dbus::Writer& results) {
    results.entry("uris", "au", [](dbus::Writer& value) {
      value.container(dbus::type_array, "u", [](dbus::Writer& list) { list.number(7); });
    });
  };
  EXPECT_FALSE(ask(odd)) << "numbers for texts";
  odd = choosing({"file:///a.pmx"});
  odd.response_is_text = true;
  EXPECT_FALSE(ask(odd));
}

TEST_F(FilePortal, WhatIsElsewhereIsSaidRatherThanOpened) {
  const auto out = ask(choosing({"http://example.org/a.pmx", "file:///b.pmx", "file:///a%00b.pmx"}));
  ASSERT_TRUE(out);
  EXPECT_THAT(out->files, ElementsAre("/b.pmx"));
  EXPECT_EQ(out->refused, "file:///a%00b.pmx");
  const auto none = ask(choosing({"http://example.org/a.pmx"}));
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->shown);
  EXPECT_THAT(none->files, IsEmpty());
  EXPECT_EQ(none->refused, "http://example.org/a.pmx");
}

TEST_F(FilePortal, ItsAnswerCountsBeforeTheRequestIsKnownAndByAnotherNameToo) {
  PortalScript quick = choosing({"file:///a.pmx"}), old = quick;
  quick.responds_first = true;
  old.other_handle = true;
  for (const PortalScript& script : {quick, old}) {
    const auto out = ask(script);
    ASSERT_TRUE(out) << script.other_handle;
    EXPECT_THAT(out->files, ElementsAre("/a.pmx"));
  }
}

TEST_F(FilePortal, NobodyElseAnswersForIt) {
  PortalScript script = choosing({"file:///a.pmx"});
  script.has_impostor = true;
  const auto out = ask(script);
  ASSERT_TRUE(out);
  EXPECT_THAT(out->files, ElementsAre("/a.pmx"));
}

/// However slow the machine is, with enough patience the question reaches the portal.
template <class Reached>
void ask_until(Reached reached, const std::atomic<bool>& wanted) {
  for (std::chrono::milliseconds patience{20}; !reached(); patience *= 2) {
    ASSERT_LT(patience, ample) << "the portal was never asked";
    ASSERT_FALSE(ask_portal({}, {}, wanted, patience));
  }
}

TEST_F(FilePortal, OneThatSaysNothingIsNotWaitedFor) {
  PortalScript silent;
  silent.answers = false;
  FakePortal portal(silent);
  ask_until([&] { return portal.was_called(); }, wanted);
}

TEST_F(FilePortal, ADialogThatIsNotToldOfIsNotWaitedForAndClosed) {
  PortalScript slow;
  slow.says_which = false;
  slow.responds = false;
  FakePortal portal(slow);
  ask_until([&] { return portal.was_asked(); }, wanted);
  portal.wait_for_close();
}

TEST_F(FilePortal, EndsWithTheWindowAndClosesTheDialog) {
  PortalScript slow;
  slow.responds = false;
  FakePortal portal(slow);
  std::optional<DialogOutcome> out = DialogOutcome();
  std::thread asking([&] { out = ask_portal({}, {}, wanted, ample); });
  portal.asked();
  wanted = false;
  asking.join();
  EXPECT_FALSE(out);
  portal.wait_for_close();
}

/// From the portal to programs, to none.
TEST_F(FilePortal, TheDesktopIsAskedInTurn) {
  const TemporaryFolder programs;
  const EnvironmentVariable path("PATH", to_utf8(programs.path()).c_str());
  const DialogQuestion question{DialogPurpose::add, "/", {}, Language::japanese};
  EXPECT_FALSE(ask_desktop(question, {}, wanted).shown);
  const auto zenity = programs.put("zenity", "#!/bin/sh\necho /from/a/program.pmx\n");
  std::filesystem::permissions(zenity, std::filesystem::perms::owner_all);
  EXPECT_THAT(ask_desktop(question, {}, wanted).files, ElementsAre("/from/a/program.pmx"));
  {
    const FakePortal portal(choosing({"file:///from/the/portal.pmx"}));
    const DialogOutcome out = ask_desktop(question, {}, wanted);
    EXPECT_THAT(out.files, ElementsAre("/from/the/portal.pmx"));
    EXPECT_EQ(out.purpose, DialogPurpose::add);
  }
}

TEST(SessionBus, IsWhereTheEnvironmentSays) {
  const TemporaryFolder folder;
  const EnvironmentVariable bus("DBUS_SESSION_BUS_ADDRESS", "unix:path=/a");
  EXPECT_EQ(dbus::session_bus_address(), "unix:path=/a");
  bus.put("autolaunch:");
  EXPECT_EQ(dbus::session_bus_address(), "") << "a dialog starts no bus";
  bus.put("unix:path=/a;autolaunch:;unixexec:path=/b;tcp:host=c,port=1;unix:path=/d");
  EXPECT_EQ(dbus::session_bus_address(), "unix:path=/a;unix:path=/d") << "sockets of this machine alone";
  bus.put(nullptr);
  const EnvironmentVariable sockets("XDG_RUNTIME_DIR", to_utf8(folder.path()).c_str());
  EXPECT_EQ(dbus::session_bus_address(), "") << "no socket there";
}

}  // namespace
}  // namespace mmd::test
