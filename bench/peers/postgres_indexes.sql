ALTER TABLE entities ADD PRIMARY KEY (number);
CREATE INDEX ON entities USING gin (words) WITH (fastupdate = off);
CREATE INDEX ON entities USING gin (name gin_trgm_ops) WITH (fastupdate = off);
-- One index for every combination of the filters.
CREATE INDEX ON entities USING gin (municipalities, form, industries, in_vat_register) WITH (fastupdate = off);
CREATE INDEX ON entities (registered_on, number) INCLUDE (in_vat_register);
CREATE INDEX ON entities (employees DESC NULLS FIRST, number);
CREATE INDEX ON entities (superior, number);

ALTER TABLE sub_entities ADD PRIMARY KEY (number);
CREATE INDEX ON sub_entities USING gin (words) WITH (fastupdate = off);
CREATE INDEX ON sub_entities USING gin (name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX ON sub_entities USING gin (municipalities, form, industries, in_vat_register) WITH (fastupdate = off);
CREATE INDEX ON sub_entities (registered_on, number) INCLUDE (in_vat_register);
CREATE INDEX ON sub_entities (employees DESC NULLS FIRST, number);
CREATE INDEX ON sub_entities (superior, number);

INSERT INTO totals SELECT count(*) FROM entities;
VACUUM (FREEZE, ANALYZE);
CHECKPOINT;
