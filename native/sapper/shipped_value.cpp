#include "sapper/value.hpp"

namespace sapper {

namespace {

constexpr float kWeights[] = {
#include "sapper/weights.inc"
};

}  // namespace

const Value& shipped_value() {
    static const Value value{kWeights};
    return value;
}

}  // namespace sapper
