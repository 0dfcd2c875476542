-- name: lookup
SELECT number, record FROM entities_records WHERE number = :number;

-- name: name_one
SELECT count(*) AS total FROM entities_words WHERE entities_words MATCH :last || '*';
SELECT number, record FROM (
  SELECT rowid AS number, rank FROM entities_words WHERE entities_words MATCH :last || '*' ORDER BY rank LIMIT 20)
JOIN entities_records USING (number) ORDER BY rank;

-- name: name_two
SELECT count(*) AS total FROM entities_words WHERE entities_words MATCH :first || ' ' || :last || '*';
SELECT number, record FROM (
  SELECT rowid AS number, rank FROM entities_words WHERE entities_words MATCH :first || ' ' || :last || '*' ORDER BY rank LIMIT 20)
JOIN entities_records USING (number) ORDER BY rank;

-- name: one_filter
SELECT count(*) AS total FROM entities_municipalities WHERE municipality = :municipality;
SELECT number, record FROM entities_municipalities JOIN entities_records USING (number)
WHERE municipality = :municipality ORDER BY number LIMIT 20;

-- name: two_filters
SELECT count(*) AS total FROM entities_codes
WHERE entities_codes MATCH 'm' || :municipality || ' f' || :form;
SELECT number, record FROM (
  SELECT rowid AS number FROM entities_codes
  WHERE entities_codes MATCH 'm' || :municipality || ' f' || :form ORDER BY rowid LIMIT 20)
JOIN entities_records USING (number) ORDER BY number;

-- name: three_filters
SELECT count(*) AS total FROM entities_codes
WHERE entities_codes MATCH 'm' || :municipality || ' f' || :form || ' n' || replace(:industry, '.', '');
SELECT number, record FROM (
  SELECT rowid AS number FROM entities_codes
  WHERE entities_codes MATCH 'm' || :municipality || ' f' || :form || ' n' || replace(:industry, '.', '') ORDER BY rowid LIMIT 20)
JOIN entities_records USING (number) ORDER BY number;

-- name: four_filters
SELECT count(*) AS total FROM entities_codes CROSS JOIN entities ON number = entities_codes.rowid
WHERE entities_codes MATCH 'm' || :municipality || ' f' || :form || ' n' || replace(:industry, '.', '') AND in_vat_register = :vat;
SELECT number, record FROM (
  SELECT number FROM entities_codes CROSS JOIN entities ON number = entities_codes.rowid
  WHERE entities_codes MATCH 'm' || :municipality || ' f' || :form || ' n' || replace(:industry, '.', '') AND in_vat_register = :vat
  ORDER BY entities_codes.rowid LIMIT 20)
JOIN entities_records USING (number) ORDER BY number;

-- name: dates
SELECT count(*) AS total FROM entities
WHERE registered_on BETWEEN :first AND :last AND in_vat_register = :vat;
SELECT number, record FROM (
  SELECT number FROM entities WHERE registered_on BETWEEN :first AND :last AND in_vat_register = :vat
  ORDER BY number LIMIT 20)
JOIN entities_records USING (number) ORDER BY number;

-- name: employees
SELECT count(*) AS total FROM entities WHERE employees >= :fewest;
SELECT number, record FROM (
  SELECT number, employees FROM entities WHERE employees >= :fewest ORDER BY employees DESC, number LIMIT 20)
JOIN entities_records USING (number) ORDER BY employees DESC, number;

-- name: deep_page
SELECT entities AS total FROM totals;
SELECT number, record FROM (
  SELECT number, registered_on FROM entities ORDER BY registered_on, number LIMIT 20 OFFSET :skip)
JOIN entities_records USING (number) ORDER BY registered_on, number;

-- name: page_of_100
SELECT count(*) AS total FROM entities_industries WHERE industry = :industry;
SELECT number, record FROM entities_industries JOIN entities_records USING (number)
WHERE industry = :industry ORDER BY number LIMIT 100;

-- name: numbers_20
SELECT count(*) AS total FROM entities WHERE number IN (SELECT value FROM json_each(:numbers));
SELECT number, record FROM entities_records WHERE number IN (SELECT value FROM json_each(:numbers)) ORDER BY number LIMIT 20;

-- name: numbers_200
SELECT count(*) AS total FROM entities WHERE number IN (SELECT value FROM json_each(:numbers));
SELECT number, record FROM entities_records WHERE number IN (SELECT value FROM json_each(:numbers)) ORDER BY number LIMIT 200;

-- name: subs_of_one
SELECT count(*) AS total FROM sub_entities WHERE superior = :superior;
SELECT number, record FROM (
  SELECT number FROM sub_entities WHERE superior = :superior ORDER BY number LIMIT 20)
JOIN sub_entities_records USING (number) ORDER BY number;
