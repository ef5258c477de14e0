#include "sapper/value/value.hpp"

namespace sapper {

namespace {

constexpr float kWeights[] = {
#include "sapper/value/weights.inc"
};

}  // namespace

const Value& shipped_value() {
    static const Value value{kWeights};
    return value;
}

std::span<const float> shipped_weights() { return kWeights; }

}  // namespace sapper
