-- Typed columns, the records apart from them so that counting passes few pages, a list of
-- (code, number) for each field that has several values, and the words of names in FTS5. So are
-- the codes of several filters at once, as words (m0301 fAS n62): joining their lists by
-- number took four times as long.
PRAGMA page_size = 4096;

CREATE TABLE entities (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  form TEXT NOT NULL,
  employees INTEGER,
  registered_on TEXT,
  in_vat_register INTEGER,
  superior INTEGER
);
CREATE TABLE entities_records (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE entities_municipalities (municipality TEXT, number INTEGER, PRIMARY KEY (municipality, number)) WITHOUT ROWID;
CREATE TABLE entities_industries (industry TEXT, number INTEGER, PRIMARY KEY (industry, number)) WITHOUT ROWID;
CREATE VIRTUAL TABLE entities_words USING fts5(words, content = '', detail = none, tokenize = 'unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE entities_codes USING fts5(codes_of_one, content = '', detail = none, columnsize = 0);

CREATE TABLE sub_entities (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  form TEXT NOT NULL,
  employees INTEGER,
  registered_on TEXT,
  in_vat_register INTEGER,
  superior INTEGER
);
CREATE TABLE sub_entities_records (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE sub_entities_municipalities (municipality TEXT, number INTEGER, PRIMARY KEY (municipality, number)) WITHOUT ROWID;
CREATE TABLE sub_entities_industries (industry TEXT, number INTEGER, PRIMARY KEY (industry, number)) WITHOUT ROWID;
CREATE VIRTUAL TABLE sub_entities_words USING fts5(words, content = '', detail = none, tokenize = 'unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE sub_entities_codes USING fts5(codes_of_one, content = '', detail = none, columnsize = 0);

-- An unfiltered search need not count: its total is kept.
CREATE TABLE totals (entities INTEGER NOT NULL);
