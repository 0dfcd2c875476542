-- Several statements of one name are sent together. What a page shows is found first, by number
-- alone, so that no more records are read than are returned. Hits are made whole before they are
-- cut: their total needs all of them, and a planner that sees the LIMIT would walk the register.

-- name: lookup
SELECT number, record FROM entities WHERE number = :number::integer;

-- name: name_one
SELECT total, number, record FROM (
  SELECT number, count(*) OVER () AS total, ts_rank(words, query, 2) AS rank
  FROM entities, to_tsquery('simple', :last || ':*') AS query
  WHERE words @@ query ORDER BY rank DESC, number LIMIT 20) AS page
JOIN entities USING (number) ORDER BY rank DESC, number;

-- name: name_two
SELECT total, number, record FROM (
  SELECT number, count(*) OVER () AS total, ts_rank(words, query, 2) AS rank
  FROM entities, to_tsquery('simple', :first || ' & ' || :last || ':*') AS query
  WHERE words @@ query ORDER BY rank DESC, number LIMIT 20) AS page
JOIN entities USING (number) ORDER BY rank DESC, number;

-- name: one_filter
WITH hits AS MATERIALIZED (
  SELECT number FROM entities WHERE municipalities @> ARRAY[:municipality::text]),
page AS (SELECT number FROM hits ORDER BY number LIMIT 20)
SELECT (SELECT count(*) FROM hits) AS total, number, record FROM page JOIN entities USING (number) ORDER BY number;

-- name: two_filters
WITH hits AS MATERIALIZED (
  SELECT number FROM entities WHERE municipalities @> ARRAY[:municipality::text] AND form = :form),
page AS (SELECT number FROM hits ORDER BY number LIMIT 20)
SELECT (SELECT count(*) FROM hits) AS total, number, record FROM page JOIN entities USING (number) ORDER BY number;

-- name: three_filters
WITH hits AS MATERIALIZED (
  SELECT number FROM entities WHERE municipalities @> ARRAY[:municipality::text] AND form = :form
    AND industries @> ARRAY[:industry::text]),
page AS (SELECT number FROM hits ORDER BY number LIMIT 20)
SELECT (SELECT count(*) FROM hits) AS total, number, record FROM page JOIN entities USING (number) ORDER BY number;

-- name: four_filters
WITH hits AS MATERIALIZED (
  SELECT number FROM entities WHERE municipalities @> ARRAY[:municipality::text] AND form = :form
    AND industries @> ARRAY[:industry::text] AND in_vat_register = :vat::boolean),
page AS (SELECT number FROM hits ORDER BY number LIMIT 20)
SELECT (SELECT count(*) FROM hits) AS total, number, record FROM page JOIN entities USING (number) ORDER BY number;

-- name: dates
WITH hits AS MATERIALIZED (
  SELECT number FROM entities WHERE registered_on BETWEEN :first::date AND :last::date
    AND in_vat_register = :vat::boolean),
page AS (SELECT number FROM hits ORDER BY number LIMIT 20)
SELECT (SELECT count(*) FROM hits) AS total, number, record FROM page JOIN entities USING (number) ORDER BY number;

-- name: employees
SELECT count(*) AS total FROM entities WHERE employees >= :fewest::integer;
SELECT number, record FROM (
  SELECT number, employees FROM entities WHERE employees >= :fewest::integer
  ORDER BY employees DESC NULLS FIRST, number LIMIT 20) AS page
JOIN entities USING (number) ORDER BY page.employees DESC NULLS FIRST, number;

-- name: deep_page
SELECT entities AS total FROM totals;
SELECT number, record FROM (
  SELECT number, registered_on FROM entities ORDER BY registered_on, number OFFSET :skip::integer LIMIT 20) AS page
JOIN entities USING (number) ORDER BY page.registered_on, number;

-- name: page_of_100
WITH hits AS MATERIALIZED (
  SELECT number FROM entities WHERE industries @> ARRAY[:industry::text]),
page AS (SELECT number FROM hits ORDER BY number LIMIT 100)
SELECT (SELECT count(*) FROM hits) AS total, number, record FROM page JOIN entities USING (number) ORDER BY number;

-- name: numbers_20
SELECT total, number, record FROM (
  SELECT number, count(*) OVER () AS total FROM entities
  WHERE number = ANY(:numbers::integer[]) ORDER BY number LIMIT 20) AS page
JOIN entities USING (number) ORDER BY number;

-- name: numbers_200
SELECT count(*) OVER () AS total, number, record FROM entities
WHERE number = ANY(:numbers::integer[]) ORDER BY number LIMIT 200;

-- name: subs_of_one
SELECT count(*) OVER () AS total, number, record FROM sub_entities
WHERE superior = :superior::integer ORDER BY number LIMIT 20;
