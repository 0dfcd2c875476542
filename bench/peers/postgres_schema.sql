CREATE EXTENSION pg_trgm;
CREATE EXTENSION btree_gin;

CREATE TABLE entities (
  number integer NOT NULL,
  name text NOT NULL,
  words tsvector NOT NULL,  -- The folded name: its words are the lexemes as they are.
  form text NOT NULL,
  municipalities text[] NOT NULL,
  industries text[] NOT NULL,
  employees integer,
  registered_on date,
  in_vat_register boolean,
  superior integer,
  record jsonb NOT NULL
);
CREATE TABLE sub_entities (LIKE entities);

-- An unfiltered search need not count: its total is kept.
CREATE TABLE totals (entities bigint NOT NULL);
