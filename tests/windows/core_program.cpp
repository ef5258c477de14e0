// The core as a program: calls of the door over standard input, answers over standard output, each
// with its size before it. Built for Windows, it shows there what the core answers.
#include <cstdint>
#include <cstdio>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

extern "C" {
void* door_input(std::size_t bytes);
const void* door_output();
std::size_t door_call();
}

int main() {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    std::uint32_t size = 0;
    while (std::fread(&size, sizeof size, 1, stdin) == 1) {
        if (std::fread(door_input(size), 1, size, stdin) != size) return 1;
        size = static_cast<std::uint32_t>(door_call());
        std::fwrite(&size, sizeof size, 1, stdout);
        std::fwrite(door_output(), 1, size, stdout);
        std::fflush(stdout);
    }
}
