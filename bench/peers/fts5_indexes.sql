CREATE INDEX entities_form ON entities (form);
CREATE INDEX entities_employees ON entities (employees DESC);
CREATE INDEX entities_registered_on ON entities (registered_on);
CREATE INDEX entities_vat_registered_on ON entities (in_vat_register, registered_on);
CREATE INDEX entities_superior ON entities (superior);
INSERT INTO entities_words (entities_words) VALUES ('optimize');
INSERT INTO entities_codes (entities_codes) VALUES ('optimize');

CREATE INDEX sub_entities_form ON sub_entities (form);
CREATE INDEX sub_entities_employees ON sub_entities (employees DESC);
CREATE INDEX sub_entities_registered_on ON sub_entities (registered_on);
CREATE INDEX sub_entities_vat_registered_on ON sub_entities (in_vat_register, registered_on);
CREATE INDEX sub_entities_superior ON sub_entities (superior);
INSERT INTO sub_entities_words (sub_entities_words) VALUES ('optimize');
INSERT INTO sub_entities_codes (sub_entities_codes) VALUES ('optimize');

INSERT INTO totals SELECT count(*) FROM entities;
ANALYZE;
