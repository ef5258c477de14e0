// Reads the papers' matrices: plain lists of integers become faces.
//
// The table of codes is that of src/sapper/board/formats/matrix.py, which also reads everything
// unusual and writes the errors; a test compares the two.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include "bindings.hpp"
#include "sapper/graph.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class Code>
using Codes = nb::ndarray<const Code, nb::c_contig, nb::device::cpu>;

constexpr int kUnknown = -1;
constexpr std::int16_t kLeastCode = -2, kPapersHidden = 999;

constexpr std::array<int, 13> kFaceOfCode{
    sapper::kMine, sapper::kHidden, 0, 1, 2, 3, 4, 5, 6, 7, 8, sapper::kFlag, sapper::kQuestion};

int face_of(std::int64_t code) {
    // Without a sign: the largest integers would overflow.
    const auto place = static_cast<std::uint64_t>(code) - static_cast<std::uint64_t>(kLeastCode);
    if (place < kFaceOfCode.size()) return kFaceOfCode[place];
    return code == kPapersHidden ? sapper::kHidden : kUnknown;
}

// The faces of Python's integers. CPython has one object for every small integer, so an entry is
// found by its address, without a call; any other integer is read by calls of the stable ABI.
class FaceTable {
   public:
    FaceTable() {
        for (std::size_t i = 0; i < kFaceOfCode.size(); ++i)
            put(PyLong_FromLong(kLeastCode + static_cast<long>(i)), kFaceOfCode[i]);
        put(PyLong_FromLong(kPapersHidden), sapper::kHidden);
    }
    int face_of(PyObject* entry) const {
        for (std::size_t i = place(entry); slots_[i].integer; i = (i + 1) % kSlots)
            if (slots_[i].integer == entry) return slots_[i].face;
        return read(entry);
    }

   private:
    static constexpr std::size_t kSlots = 64, kBytesPerObject = 32;
    struct Slot {
        PyObject* integer = nullptr;  // never released, so no other object gets its address
        int face = kUnknown;
    };
    static std::size_t place(PyObject* integer) {
        return reinterpret_cast<std::uintptr_t>(integer) / kBytesPerObject % kSlots;
    }
    void put(PyObject* integer, int face) {
        if (!integer) throw nb::python_error();
        std::size_t i = place(integer);
        while (slots_[i].integer) i = (i + 1) % kSlots;
        slots_[i] = {integer, face};
    }
    static int read(PyObject* entry) {
        if (!PyLong_CheckExact(entry)) return kUnknown;
        int overflow = 0;
        const long code = PyLong_AsLongAndOverflow(entry, &overflow);
        return overflow ? kUnknown : ::face_of(code);
    }

    std::array<Slot, kSlots> slots_;
};

const FaceTable& face_table() {
    static const FaceTable table;
    return table;
}

// The items of a list or tuple, by calls of the stable ABI; no items of anything else.
class Items {
   public:
    explicit Items(PyObject* sequence)
        : sequence_(sequence), is_list_(PyList_CheckExact(sequence) != 0) {
        if (is_list_) size_ = PyList_Size(sequence);
        if (PyTuple_CheckExact(sequence)) size_ = PyTuple_Size(sequence);
    }
    std::size_t size() const { return static_cast<std::size_t>(size_); }
    PyObject* operator[](std::size_t i) const {
        const auto at = static_cast<Py_ssize_t>(i);
        return is_list_ ? PyList_GetItem(sequence_, at) : PyTuple_GetItem(sequence_, at);
    }

   private:
    PyObject* sequence_;
    bool is_list_;
    Py_ssize_t size_ = 0;
};

bool read_row(const Items& entries, const FaceTable& faces, char* to) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const int face = faces.face_of(entries[i]);
        if (face == kUnknown) return false;
        *to++ = static_cast<char>(face);
    }
    return true;
}

struct MatrixSize {
    std::size_t rows = 0, columns = 0;
    std::size_t cells() const { return rows * columns; }
    bool operator==(const MatrixSize&) const = default;
};

// By the length of the first row; no cells for anything but lists or tuples.
MatrixSize size_of(PyObject* matrix) {
    const Items rows(matrix);
    return {rows.size(), rows.size() == 0 ? 0 : Items(rows[0]).size()};
}

// Returns false for anything but lists or tuples of plain integers of this size. Calls no Python
// code, so nobody can change the lists meanwhile.
bool read_rows(PyObject* matrix, MatrixSize size, char* to) {
    const Items rows(matrix);
    const FaceTable& faces = face_table();
    if (rows.size() != size.rows) return false;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const Items entries(rows[r]);
        if (entries.size() != size.columns || !read_row(entries, faces, to)) return false;
        to += size.columns;
    }
    return true;
}

// Bytes to be written by the caller.
nb::bytes new_bytes(std::size_t size) {
    PyObject* const made = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (!made) throw nb::python_error();
    return nb::steal<nb::bytes>(made);
}

nb::object read_matrix(nb::handle matrix) {
    const MatrixSize size = size_of(matrix.ptr());
    if (size.cells() == 0) return nb::none();
    const nb::bytes faces = new_bytes(size.cells());
    if (!read_rows(matrix.ptr(), size, PyBytes_AsString(faces.ptr()))) return nb::none();
    return nb::make_tuple(size.rows, size.columns, faces);
}

nb::object read_matrices(const nb::list& matrices) {
    if (matrices.size() == 0) return nb::none();
    const MatrixSize size = size_of(matrices[0].ptr());
    for (const nb::handle matrix : matrices)  // before memory is taken for boards of this size
        if (size.cells() == 0 || size_of(matrix.ptr()) != size) return nb::none();
    const nb::bytes faces = new_bytes(matrices.size() * size.cells());
    char* to = PyBytes_AsString(faces.ptr());
    for (const nb::handle matrix : matrices) {
        if (!read_rows(matrix.ptr(), size, to)) return nb::none();
        to += size.cells();
    }
    return nb::make_tuple(size.rows, size.columns, faces);
}

// The same as `face_of`, without branches and memory, so that the compiler can vectorise it: the
// table of codes as comparisons. Returns false if a code is unknown.
template <class Code>
bool faces_of(const Code* __restrict from, std::size_t size, std::uint8_t* __restrict to) {
    std::int16_t unknown = 0;
    std::conditional_t<sizeof(Code) == 8, std::uint64_t, std::uint32_t> large = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto code = static_cast<std::int16_t>(from[i]);
        const auto if_code = [code](std::int16_t is, int value) {
            return static_cast<std::int16_t>(-static_cast<std::int16_t>(code == is) & value);
        };
        const auto other = static_cast<std::int16_t>(
            if_code(-2, sapper::kMine) | if_code(-1, sapper::kHidden) | if_code(9, sapper::kFlag) |
            if_code(10, sapper::kQuestion) | if_code(kPapersHidden, sapper::kHidden));
        const auto is_number = static_cast<std::int16_t>((code >= 0) & (code <= 8));
        unknown = static_cast<std::int16_t>(unknown | ((other == 0) & (is_number == 0)));
        if constexpr (sizeof(Code) == 8)  // compared by a shift: not every CPU compares 64 bits
            large |= (static_cast<std::uint64_t>(from[i]) + 2) >> 10;
        else
            large |= code != from[i];
        to[i] = static_cast<std::uint8_t>(other | (code & -is_number));
    }
    return unknown == 0 && large == 0;
}

template <class Code>
nb::object read_codes(const Codes<Code>& codes) {
    const std::size_t size = codes.size();  // multiplies the whole shape
    const nb::bytes faces = new_bytes(size);
    auto* const to = reinterpret_cast<std::uint8_t*>(PyBytes_AsString(faces.ptr()));
    if (!faces_of(codes.data(), size, to)) return nb::none();
    return faces;
}

// A function per kind of integer: an array is read as it is, without a copy.
template <class Code>
void bind_read_codes(nb::module_& m, const std::string& dtype) {
    const std::string signature =
        "def read_codes(codes: NDArray[numpy." + dtype + "]) -> bytes | None";
    m.def("read_codes", &read_codes<Code>, "codes"_a.noconvert(), nb::sig(signature.c_str()),
          "Return the faces of an array of codes of any shape, or None if one is unknown.");
}

}  // namespace

void bind_matrix(nb::module_& m) {
    m.def("read_matrix", &read_matrix, "matrix"_a.none(),
          nb::sig("def read_matrix(matrix: object) -> tuple[int, int, bytes] | None"),
          "Return rows, columns and faces of lists of plain integers, or None for anything else.");
    m.def("read_matrices", &read_matrices, "matrices"_a,
          nb::sig("def read_matrices(matrices: list[object]) -> tuple[int, int, bytes] | None"),
          "Return the same of matrices of one size, whose faces stand one after another.");
    bind_read_codes<std::int8_t>(m, "int8");
    bind_read_codes<std::int16_t>(m, "int16");
    bind_read_codes<std::int32_t>(m, "int32");
    bind_read_codes<std::int64_t>(m, "int64");
}
