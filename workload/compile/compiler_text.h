// SPDX-License-Identifier: Apache-2.0
// What a compiler reads and writes, as text. No SystemC.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// The same wherever it was compiled: without the name of the folder.
void remove_all_of(std::string& text, const std::string& what);
// What a rule for make depends on: names behind the colon, with blanks, # and $ as make wants them.
std::vector<std::string> files_of_rule(const std::string& rule);
// Whether a preprocessed source has vector code in lines of files that are in no folder of ours: vFloat, dst_reg[], instructions by name.
bool has_vector_code_outside(const std::string& ours, const std::string& preprocessed);
// Loops that shipping kernels want unrolled by a template's parameter, which GCC before 15 refuses: without the wish, which is all that
// such a line is. Whether there are any.
bool drop_unknown_unrolling(std::string& preprocessed);
// What a line is told of that uses a compile-time argument which is not given.
std::string not_given(const std::string& place, const std::string& use, bool named);
// A kernel's compile-time arguments: how many there are in their order, and the names of the others.
struct arguments_given {
  size_t values = 0;
  std::vector<std::string> names;
};
// not_given() of each line of a preprocessed source, in files that are in no folder of ours, where a constant that is certainly
// needed - of kernel_main()'s own block, of a namespace - is initialised with an argument that is not given. Empty: there is
// none, or only the compiler can say.
std::string constants_not_given(const std::string& ours, const std::string& preprocessed, const arguments_given& given);
// C++ whatever its name is, and no option or file of options.
std::vector<std::string> source_arguments(const std::string& file);

}  // namespace tensix
