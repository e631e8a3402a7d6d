"""Whether each source includes what it uses of the standard library.

  standard_includes.py ROOT

What one library's headers bring along another's do not, and where several files are compiled as one, a file has what
those before it include. This reads the sources as text: the header of each std:: name, and of each macro below, has to
be included by the file that uses it, or by a header of the project's own that it includes. A name that stands in no
table is told, too: it belongs there. So is a header of these tables of which a file uses nothing. Prints what it finds;
ends with 1 if that is anything.
"""

import collections
import pathlib
import re
import sys

from own_includes import INCLUDE, NO_CODE, RAW_TEXT, read, reached

NAMES = {
    "algorithm": """adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal fill fill_n find
        find_if includes is_sorted is_sorted_until lower_bound max max_element min min_element minmax minmax_element mismatch
        none_of nth_element ranges::equal remove_if replace reverse rotate shuffle sort stable_partition stable_sort swap_ranges transform
        unique upper_bound""",
    "array": "array to_array",
    "atomic": "atomic memory_order_relaxed",
    "bit": "bit_cast countr_zero endian rotl",
    "cctype": "isalnum isdigit isspace tolower",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "clocale": "setlocale",
    "cmath": """acos asin atan atan2 ceil copysign cos exp exp2 floor fmod hypot ilogb isfinite isnan ldexp log2 lround nan nanf
        nearbyint nextafter pow remainder round signbit sin sqrt tan trunc""",
    "concepts": "same_as",
    "condition_variable": "condition_variable",
    "csetjmp": "jmp_buf longjmp",
    "csignal": "raise signal",
    "cstddef": "byte max_align_t ptrdiff_t to_integer",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintmax_t uintptr_t",
    "cstdio": """FILE clearerr fclose ferror fflush fopen fprintf fputc fputs fread fseek ftell fwrite getc printf puts snprintf
        tmpfile""",
    "cstdlib": "_Exit abort aligned_alloc atoi exit free getenv malloc strtof strtoul strtoull",
    "cstring": "memcmp memcpy memmove memset strcmp strcpy strerror strncpy strstr",
    "ctime": "clock clock_t localtime time time_t tm",
    "deque": "deque",
    "exception": "current_exception exception_ptr rethrow_exception",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream",
    "functional": "function greater greater_equal less ref",
    "future": "async future launch",
    "iostream": "cerr",
    "ios": "ios streamsize",
    "iterator": "back_insert_iterator back_inserter distance istreambuf_iterator make_move_iterator next prev",
    "limits": "numeric_limits",
    "list": "list",
    "locale": "locale numpunct",
    "map": "map multimap",
    "memory": "allocator make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once defer_lock lock_guard mutex once_flag try_to_lock unique_lock",
    "new": "align_val_t bad_alloc bad_array_new_length get_new_handler new_handler set_new_handler",
    "numeric": "iota partial_sum",
    "optional": "nullopt optional",
    "queue": "priority_queue",
    "random": """bernoulli_distribution mt19937 mt19937_64 normal_distribution random_device seed_seq uniform_int_distribution
        uniform_real_distribution""",
    "ratio": "milli",
    "regex": "regex regex_match regex_replace regex_search smatch sregex_iterator",
    "set": "multiset set",
    "span": "as_bytes span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "logic_error runtime_error",
    "string": "getline stoi stoul string to_string u32string u8string",
    "string_view": "string_view u32string_view",
    "system_error": "errc error_code generic_category make_error_code system_error",
    "thread": "this_thread thread",
    "tuple": "make_tuple tie tuple",
    "type_traits": """conditional_t decay_t enable_if_t is_arithmetic_v is_integral_v is_invocable_v is_same_v is_signed_v
        is_trivially_copyable_v is_trivially_destructible_v is_unsigned_v is_void_v make_unsigned_t remove_const_t
        remove_reference_t""",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "exchange forward in_range index_sequence make_index_sequence pair swap",
    "variant": "get_if holds_alternative monostate variant variant_alternative_t variant_size_v visit",
    "vector": "vector",
}
CONTAINERS = ["array", "deque", "list", "map", "set", "span", "string", "string_view", "unordered_map", "unordered_set", "vector"]
# Names that several headers have, and those that others must have to say what they do.
SEVERAL = {
    "abs": ["cmath", "cstdlib"],
    "begin": ["iterator", *CONTAINERS],
    "end": ["iterator", *CONTAINERS],
    "size": ["iterator", *CONTAINERS],
    "erase": CONTAINERS,
    "erase_if": CONTAINERS,
    "exception": ["exception", "stdexcept", "new", "system_error"],
    "get": ["array", "tuple", "utility", "variant"],
    "initializer_list": ["initializer_list", *CONTAINERS],
    "literals": ["chrono", "string", "string_view"],
    "string_literals": ["string"],
    "move": ["utility", "algorithm"],
    "pair": ["utility", "map", "unordered_map"],
    "remove": ["algorithm", "cstdio"],
    "streamsize": ["ios", "iostream", "fstream", "sstream"],
    "ios": ["ios", "iostream", "fstream", "sstream"],
    "milli": ["ratio", "chrono"],
    "string_view": ["string_view", "string"],
}
SIZE_T = ["cstddef", "cstdio", "cstdlib", "cstring", "ctime"]  # these promise it; whatever is included has it
# Patterns of what is used without std::, macros and the system's own, with the headers they may come from.
BARE = {
    r"errno|E[A-Z]{3,}": ["cerrno", "errno.h"],
    r"EOF|SEEK_(?:SET|CUR|END)|std(?:err|in|out)": ["cstdio", "stdio.h"],
    r"EXIT_(?:SUCCESS|FAILURE)": ["cstdlib", "stdlib.h"],
    r"SIG[A-Z0-9]{2,}|SIG_\w+": ["csignal", "signal.h"],
    r"U?INT(?:8|16|32|64)_M(?:AX|IN)|SIZE_MAX": ["cstdint", "stdint.h"],
    r"LC_[A-Z]+": ["clocale", "locale.h"],
    r"setjmp": ["csetjmp", "setjmp.h"],
    r"assert": ["cassert", "assert.h"],
    r"offsetof": ["cstddef", "stddef.h"],
    # No file has to have these headers for this, but it may.
    r"sig[a-z]+|kill|siginfo_t": ["csignal?"],
    r"__GLIBC__|setenv|unsetenv|realpath|mkdtemp|mkstemp|posix_openpt|grantpt|unlockpt|ptsname": ["cstdlib?"],
    r"fileno|fdopen|popen|pclose|jpeg_\w+": ["cstdio?"],
    r"strsignal|strnlen|strdup": ["cstring?"],
    r"for \([^;)]*: (?=\{)": ["initializer_list?"],
}

SYSTEM_INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.M)
OF_STD = re.compile(r"(?<![\w:])(?:::)?std::(\w+)(?:::(\w+))?")


def headers_by_name():
    out = {name: [header] for header, names in NAMES.items() for name in names.split()}
    out.update(SEVERAL)
    out["size_t"] = SIZE_T
    return out


def uses(code, header_of):
    """Of each name that is used, the headers it may come from: the name as the tables have it (`ranges::equal` where `ranges`
    alone stands in none); none for what stands in no table."""
    out = {}
    for outer, inner in OF_STD.findall(code):
        name = outer if outer in header_of or not inner else f"{outer}::{inner}"
        out[name] = header_of.get(name, [])
    for pattern, headers in BARE.items():
        out.update({name: headers for name in re.findall(rf"(?<![\w.:>])(?:{pattern})(?!\w)", code)})
    return out


def look(texts):
    """`texts`: of each file by its path from the root. What is missing, (file, name, headers of which one is wanted; none where
    the name stands in no table), and what is included for nothing, (file, header); both in order."""
    header_of = headers_by_name()
    known = {header for headers in header_of.values() for header in headers}
    system = {file: set(SYSTEM_INCLUDE.findall(text)) for file, text in texts.items()}
    # Examples include the project as others do.
    own = {file: INCLUDE.findall(text) + [name.removeprefix("mmdview/") for name in system[file] if name.startswith("mmdview/")]
           for file, text in texts.items()}
    reach = reached(own)
    missing, idle = [], []
    for file in sorted(texts):
        used = uses(NO_CODE.sub(" ", RAW_TEXT.sub("", texts[file])), header_of)
        has = set().union(*(system[header] for header in reach[file]))
        for name, headers in sorted(used.items()):
            if name != "size_t" and not has.intersection(headers) and not any(header.endswith("?") for header in headers):
                missing.append((file, name, headers))
        wanted = {header.rstrip("?") for headers in used.values() for header in headers}
        idle += [(file, header) for header in sorted((system[file] & known) - wanted)]
    return missing, idle


def main():
    texts = read(pathlib.Path(sys.argv[1]))
    if len(texts) < 100:
        sys.exit(f"only {len(texts)} sources in {sys.argv[1]}")
    missing, idle = look(texts)
    files = collections.defaultdict(lambda: collections.defaultdict(list))
    for file, name, headers in missing:
        files[file][" or ".join(f"<{header}>" for header in headers)].append(name)
    for file, by_headers in files.items():
        for headers, names in by_headers.items():
            print(f"{file}: {', '.join(names)}: {'used without ' + headers if headers else 'which header is it of? (NAMES)'}")
    for file, header in idle:
        print(f"{file}: nothing of <{header}> is used")
    sys.exit(1 if missing or idle else 0)


if __name__ == "__main__":
    main()
