// SPDX-License-Identifier: EUPL-1.2

// Bulk files of financial statements for tests.

#pragma once

#include <string>

namespace orgreg::ingest {

inline std::string Element(const std::string& name, const std::string& text) {
  return "<" + name + ">" + text + "</" + name + ">\n";
}

inline std::string Account(const std::string& code, const std::string& sum) {
  return "<info>" + Element("feltkode", code) + Element("sum", sum) +
         "<post posttype='standard' nr='1'><tall>7</tall><fritekst>sum</fritekst></post></info>\n";
}

// The head of a whole, independent statement of the company; `more` is added at the end.
inline std::string Head(const std::string& number = "314159268", const std::string& more = "") {
  return "<hode>" + Element("orgnr", number) + Element("regnskapstype", "S") +
         Element("regnaar", "2024") + Element("aarsregnskapstype", "STORE") +
         Element("startdato", "20240101") + Element("avslutningsdato", "20241231") +
         Element("journalnr", "2025104233") + more + "</hode>\n";
}

inline std::string Part(const std::string& content) { return "<del>" + content + "</del>\n"; }

inline std::string Bulk(const std::string& parts) {
  return "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<deler>\n" + Element("ant_poster", "1") +
         parts + "</deler>\n";
}

}  // namespace orgreg::ingest
