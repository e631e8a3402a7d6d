#include "app/stage/message_board.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Board : public testing::Test {
 protected:
  std::vector<std::string> said() const {
    std::vector<std::string> out;
    for (const Message& m : board.messages()) out.push_back(m.text);
    return out;
  }
  Redraw redraw;
  std::vector<std::string> reported;
  MessageBoard board{redraw, [this](const Diagnostic& d) { reported.push_back(d.what); }};
};

TEST_F(Board, ANewMessageReplacesTheLastAndRedraws) {
  while (redraw.wanted()) redraw.begin_frame();
  board.say("one");
  board.say("two");
  EXPECT_THAT(said(), ElementsAre("two"));
  EXPECT_TRUE(redraw.wanted());
  EXPECT_THAT(reported, IsEmpty());
}

TEST_F(Board, UsesTheCurrentLanguageAndFillsPlaceholders) {
  Language language = Language::japanese;
  MessageBoard other{redraw, [](const Diagnostic&) {}, [&] { return language; }};
  constexpr LocalizedText of{"{} of {}", "{1}の{0}"}, plain{"done", "済み"};
  EXPECT_EQ(other.text_of(of, {"a{}", "b"}), "bのa{}") << "parts are taken as they are";
  language = Language::english;
  EXPECT_EQ(other.text_of(of, {"a", "b"}), "a of b");
  EXPECT_EQ(board.text_of(plain), "done") << "English where no language is told";
  other.say(plain);
  EXPECT_EQ(other.messages().front().text, "done");
}

TEST_F(Board, ErrorsGoToTheTerminalToo) {
  board.refuse(make_error("broken"));
  board.add(make_warning("far away"));
  EXPECT_THAT(reported, ElementsAre("broken", "far away"));
  EXPECT_EQ(board.messages().size(), 2u);
}

TEST_F(Board, FaultsAreCarriedToTheNextMessageOnce) {
  board.say("fine");
  board.carry_faults();
  board.say_with_carried({{Severity::note, "next"}});
  EXPECT_THAT(said(), ElementsAre("next"));
  board.refuse(make_error("broken"));
  const std::string fault = said().front();
  board.carry_faults();
  board.say_with_carried({{Severity::note, "next"}});
  EXPECT_THAT(said(), ElementsAre(fault, "next"));
  board.say_with_carried({{Severity::note, "last"}});
  EXPECT_THAT(said(), ElementsAre("last"));
  board.refuse(make_error("broken"));
  board.carry_faults();
  board.forget_carried();
  board.say_with_carried({{Severity::note, "next"}});
  EXPECT_THAT(said(), ElementsAre("next"));
}

}  // namespace
}  // namespace mmd
