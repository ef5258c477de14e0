// The exports that every call goes through, and the names that its arguments use.
#include "door/door.hpp"

using namespace door;

namespace {

std::vector<std::uint8_t> input;
Writer output;

void put_error(std::string_view kind, const auto&... what) {
    output.bytes.clear();
    output.put(std::tuple(kind, std::tuple(what...)));
}

}  // namespace

StartRule door::start_named(std::string_view name) {
    if (name == "raw") return StartRule::kRaw;
    if (name == "safe") return StartRule::kSafe;
    if (name == "open") return StartRule::kOpen;
    throw std::invalid_argument("expected start rule raw, safe or open");
}

#define DOOR extern "C" __attribute__((used, visibility("default")))

DOOR void* door_input(std::size_t bytes) {
    input.resize(bytes);
    return input.data();
}

DOOR const void* door_output() { return output.bytes.data(); }

DOOR std::size_t door_call() {
    output.bytes.clear();
    try {
        Reader from(input);
        all_calls.at(from.get<std::string_view>())(from, output);
    } catch (const BudgetSpent& spent) {
        put_error("BudgetSpent", spent.states, spent.milliseconds, spent.limit);
    } catch (const std::invalid_argument& error) {
        put_error("ValueError", error.what());
    } catch (const std::bad_alloc& error) {
        put_error("MemoryError", error.what());
    } catch (const std::exception& error) {
        put_error("RuntimeError", error.what());
    }
    return output.bytes.size();
}

DOOR void door_drop(Object* object) { delete object; }
