// SPDX-License-Identifier: EUPL-1.2

#include "render/public_form.h"

#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace orgreg::render {
namespace {

using Append = void (PublicForm::*)(std::string_view, std::string*) const;

std::string Copy(const PublicForm& form, Append append) {
  std::string out = "<";
  (form.*append)("https://h", &out);
  return out + ">";
}

std::string Plain(const PublicForm& form) {
  std::string out = "<";
  form.AppendPlainTo(&out);
  return out + ">";
}

// {"a":1 – a name – a link – a link with another in it – and a link that every form has.
PublicText Example() {
  PublicText made;
  FormWriter writer(&made);
  const auto text = [&writer](std::string_view part) { writer.text()->append(part); };
  text("a");
  writer.BeginInset();
  text(",name");
  writer.EndInset();
  writer.BeginInset();
  text(",link=");
  writer.NoteOrigin();
  text("/1");
  writer.EndInset();
  text(",b");
  writer.BeginInset();
  text(",links=");
  writer.NoteOrigin();
  text("/2+");
  writer.NoteOrigin();
  text("/3");
  writer.EndInset();
  text(",self=");
  writer.NoteOrigin();
  text("/4.");
  return made;
}

TEST(PublicForm, CopiesWithOriginsInTheirPlaces) {
  EXPECT_EQ(Copy(Example().form(), &PublicForm::AppendTo),
            "<a,name,link=https://h/1,b,links=https://h/2+https://h/3,self=https://h/4.>");
}

TEST(PublicForm, LeavesNamesOut) {
  EXPECT_EQ(Copy(Example().form(), &PublicForm::AppendLinkedTo),
            "<a,link=https://h/1,b,links=https://h/2+https://h/3,self=https://h/4.>");
}

TEST(PublicForm, LeavesAllInsetsOut) { EXPECT_EQ(Plain(Example().form()), "<a,b,self=/4.>"); }

TEST(PublicForm, IsOneTextWithoutInsets) {
  for (const std::string_view text : {"", "abc"}) {
    const std::string whole = "<" + std::string(text) + ">";
    EXPECT_EQ(Copy(PublicForm(text), &PublicForm::AppendTo), whole);
    EXPECT_EQ(Copy(PublicForm(text), &PublicForm::AppendLinkedTo), whole);
    EXPECT_EQ(Plain(PublicForm(text)), whole);
  }
}

TEST(PublicForm, KeepsPlacesThatAreFarApart) {
  PublicText made;
  FormWriter writer(&made);
  std::string expected = "<";
  for (const std::size_t length : {1U, 127U, 128U, 16'383U, 16'384U, 70'000U}) {
    writer.text()->append(length, 'x');
    writer.BeginInset();
    writer.text()->append(length, 'y');
    writer.NoteOrigin();
    writer.text()->append(length, 'z');
    writer.EndInset();
    expected.append(length, 'x').append(length, 'y').append("https://h").append(length, 'z');
  }
  EXPECT_EQ(Copy(made.form(), &PublicForm::AppendTo), expected + ">");
}

// The same as when a byte marked the place of the origin: clients keep entity tags.
TEST(PublicForm, HasTheFingerprintThatItAlwaysHad) {
  constexpr std::string_view kMarked = "a,name,link=\x01/1,b,links=\x01/2+\x01/3,self=\x01/4.";
  EXPECT_EQ(Example().form().Fingerprint(), XXH3_64bits(kMarked.data(), kMarked.size()));
}

// Numbers from a file that is truncated meanwhile may have any value.
TEST(PublicForm, ReadsNothingOutsideOfItsText) {
  const std::string text = "abc";
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; second += 5) {
      for (const std::string& rest :
           {std::string(), std::string(30, '\xFF'), std::string(9, '\0'),
            std::string("\x02\x02\x05"), std::string("\x01\x7F\x02\x01\x05\x7F\x00zz", 9)}) {
        const std::string insets =
            std::string(1, static_cast<char>(first)) + static_cast<char>(second) + rest;
        const PublicForm form(text, insets);
        EXPECT_LE(Plain(form).size(), text.size() + 2);
        EXPECT_LE(Copy(form, &PublicForm::AppendTo).size(), text.size() + 2 + 20 * 200);
        EXPECT_LE(Copy(form, &PublicForm::AppendLinkedTo).size(), text.size() + 2 + 20 * 200);
      }
    }
  }
}

TEST(FormWriter, KeepsNoInsetsOfPlainText) {
  std::string plain;
  FormWriter writer(&plain);
  EXPECT_FALSE(writer.keeps_insets());
  writer.text()->append("a");
  writer.NoteOrigin();
  EXPECT_EQ(plain, "a");
}

}  // namespace
}  // namespace orgreg::render
