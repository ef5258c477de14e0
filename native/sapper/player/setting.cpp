#include "sapper/player/setting.hpp"

#include <charconv>
#include <stdexcept>
#include <string>
#include <system_error>

namespace sapper {

Setting setting_named(std::string_view name) {
    std::string names;
    for (const NamedSetting& known : kSettings) {
        if (known.name == name) return known.setting;
        names.append(names.empty() ? "" : ", ").append(known.name);
    }
    constexpr std::string_view kLayouts = "deep:layouts=";
    Setting setting = kDeep;
    if (name.starts_with(kLayouts)) {
        const char* const end = name.data() + name.size();
        const auto read = std::from_chars(name.data() + kLayouts.size(), end, setting.layouts);
        if (read.ec == std::errc() && read.ptr == end && setting.layouts > 0) return setting;
    }
    throw std::invalid_argument("expected one of the players " + names);
}

}  // namespace sapper
