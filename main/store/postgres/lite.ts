/**
 * Functions with SQLite's names and meaning, so that one statement serves both engines. Their
 * bodies name what is not of `pg_catalog` by its schema: maintenance runs them without a path.
 *
 * PostgreSQL's texts have no NUL. The engine stores one as U+F0000 `0`, and U+F0000 itself as
 * U+F0000 `1`; the escapes in JSON are treated alike.
 *
 * Without `json_object`, whose name belongs to the grammar from PostgreSQL 16 on.
 */
export const lite = String.raw`
CREATE SCHEMA lite;

CREATE DOMAIN lite.json_text AS text CHECK (VALUE IS NULL OR CAST(VALUE AS json) IS NOT NULL);

-- The operators of json refuse escapes that are no character: half of a surrogate pair becomes
-- U+F0000 '2' and its four digits. All backslashes are escapes of one form first.
CREATE FUNCTION lite.parsed(source text) RETURNS json
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF strpos(source, '\u') > 0 THEN
    source := replace(source, '\\', '\u005c');
    source := replace(source, '\u0000', chr(983040) || '0');
    source := regexp_replace(source, '\\u[dD][bB]80\\u[dD][cC]00', chr(983040) || '1', 'g');
    source := regexp_replace(source,
      '\\u([dD][89abAB][0-9a-fA-F]{2})(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})', chr(983040) || '2\1', 'g');
    source := regexp_replace(source,
      '(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})', chr(983040) || '2\1', 'g');
  END IF;
  RETURN CAST(source AS json);
END $$;

-- A text: half of a surrogate pair shows as SQLite's three bytes do.
CREATE FUNCTION lite.shown(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF strpos(value, chr(983040) || '2') = 0 THEN RETURN value; END IF;
  RETURN regexp_replace(value, chr(983040) || '2[0-9a-fA-F]{4}', repeat(chr(65533), 3), 'g');
END $$;

-- A value as SQLite's text of it; an array or object as JSON with its escapes again.
CREATE FUNCTION lite.plain(value json) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  kind text := json_typeof(value);
BEGIN
  IF kind = 'null' THEN RETURN NULL; END IF;
  IF kind = 'boolean' THEN RETURN CASE CAST(value AS text) WHEN 'true' THEN '1' ELSE '0' END; END IF;
  IF kind IN ('string', 'number') THEN RETURN lite.shown(value #>> '{}'); END IF;
  RETURN regexp_replace(
    replace(replace(CAST(value AS text), '\u005c', '\\'), chr(983040) || '0', '\u0000'),
    chr(983040) || '2([0-9a-fA-F]{4})', '\\u\1', 'g');
END $$;

CREATE FUNCTION lite.json_each(source text, OUT key text, OUT value text) RETURNS SETOF record
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  parsed json := lite.parsed(source);
BEGIN
  CASE json_typeof(parsed)
    WHEN 'array' THEN
      RETURN QUERY SELECT CAST(e.place - 1 AS text), lite.plain(e.element)
        FROM json_array_elements(parsed) WITH ORDINALITY AS e (element, place);
    WHEN 'object' THEN
      RETURN QUERY SELECT lite.shown(e.key), lite.plain(e.value) FROM pg_catalog.json_each(parsed) AS e;
    ELSE
      value := lite.plain(parsed);
      RETURN NEXT;
  END CASE;
END $$;

-- Of a name that an object has twice, the last value counts, as in JavaScript; SQLite has the first.
CREATE FUNCTION lite.found(source text, path text) RETURNS json
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  found json := lite.parsed(source);
  step text;
BEGIN
  IF path ~ '^\$(\.[A-Za-z_]\w*)+$' THEN
    RETURN found #> string_to_array(substr(path, 3), '.');
  END IF;
  IF path !~ '^\$(\."[^"]*"|\.[^."[]+|\[(#-)?\d+\])*$' THEN
    RAISE EXCEPTION 'bad JSON path: %', path;
  END IF;
  FOR step IN SELECT m[1] FROM regexp_matches(path, '(\."[^"]*"|\.[^."[]+|\[[^]]+\])', 'g') AS m LOOP
    IF step LIKE '.%' THEN
      IF json_typeof(found) <> 'object' THEN RETURN NULL; END IF;
      found := found -> trim('"' FROM substr(step, 2));
    ELSE
      IF json_typeof(found) <> 'array' THEN RETURN NULL; END IF;
      found := found -> CAST(trim('[#]' FROM step) AS integer);
    END IF;
  END LOOP;
  RETURN found;
END $$;

CREATE FUNCTION lite.json_extract(source text, path text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lite.plain(lite.found(source, path))
$$;

CREATE FUNCTION lite.json_each(source text, path text, OUT key text, OUT value text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT e.key, e.value FROM lite.json_each(CAST(lite.found(source, path) AS text)) AS e
$$;

-- After an arrow stands a path, or the place of an element.
CREATE FUNCTION lite.json_extract(source text, place integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lite.json_extract(source, '$[' || place || ']')
$$;

CREATE OPERATOR lite.->> (LEFTARG = text, RIGHTARG = text, FUNCTION = lite.json_extract);
CREATE OPERATOR lite.->> (LEFTARG = text, RIGHTARG = integer, FUNCTION = lite.json_extract);

-- The value as JSON, where null is a value.
CREATE FUNCTION lite.json_part(source text, path text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CAST(lite.found(source, path) AS text)
$$;

CREATE OPERATOR lite.-> (LEFTARG = text, RIGHTARG = text, FUNCTION = lite.json_part);

CREATE FUNCTION lite.json_of_array(elements anycompatiblearray) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT replace(CAST(array_to_json(elements) AS text), chr(983040) || '0', '\u0000')
$$;

CREATE AGGREGATE lite.json_group_array(anycompatible) (
  sfunc = array_append,
  stype = anycompatiblearray,
  finalfunc = lite.json_of_array,
  initcond = '{}'
);

-- Tells apart texts that are too long for a unique index; a database in UTF-8 makes it immutable.
CREATE FUNCTION lite.digest(value text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT sha256(convert_to(value, 'UTF8'))
$$;

CREATE FUNCTION lite.instr(whole text, part text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT strpos(whole, part)
$$;

-- PostgreSQL's own takes a negative place to be before the beginning, not from the end.
CREATE FUNCTION lite.substr(whole text, place integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN place < 0 THEN right(whole, -place) ELSE pg_catalog.substr(whole, place) END
$$;

CREATE FUNCTION lite.max(one anycompatible, other anycompatible) RETURNS anycompatible
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT greatest(one, other)
$$;

CREATE FUNCTION lite.min(one anycompatible, other anycompatible) RETURNS anycompatible
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT least(one, other)
$$;

CREATE FUNCTION lite.iif(condition boolean, one anycompatible, other anycompatible)
RETURNS anycompatible LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN condition THEN one ELSE other END
$$;

-- SQLite's cast of a text to a real: of its beginning, without end from 1.8e308 on.
CREATE FUNCTION lite.number_in(source text) RETURNS double precision
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  part text := substring(left(source, 1000)
    FROM '^[ \t\n\v\f\r]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)');
  value numeric := coalesce(regexp_replace(part, '([eE][+-]?)0*\d{4,}', '\1999'), '0');
BEGIN
  IF abs(value) >= 1.797693134862315e308 THEN RETURN sign(value) * double precision 'infinity'; END IF;
  IF abs(value) < 2.3e-308 THEN RETURN 0; END IF;
  RETURN value;
END $$;

-- A condition counts as 1 or 0.
CREATE FUNCTION lite.counted(so_far bigint, condition boolean) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN condition IS NULL THEN so_far
    ELSE coalesce(so_far, 0) + CAST(condition AS integer) END
$$;
CREATE AGGREGATE lite.sum(boolean) (sfunc = lite.counted, stype = bigint);
CREATE AGGREGATE lite.max(boolean) (sfunc = boolor_statefunc, stype = boolean);

-- A plus before a column keeps SQLite's planner from an index, and means nothing here.
CREATE FUNCTION lite.same(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT value
$$;
CREATE OPERATOR lite.+ (RIGHTARG = text, FUNCTION = lite.same);
CREATE FUNCTION lite.same(value boolean) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT value
$$;
CREATE OPERATOR lite.+ (RIGHTARG = boolean, FUNCTION = lite.same);

-- A date, with a time and an offset if it has them, a time of 2000-01-01, or a Julian day (of an
-- exponent of at most three digits); NULL for all else. Days are counted in milliseconds, by SQLite's own steps, so that both round alike.
CREATE FUNCTION lite.julianday(source text) RETURNS double precision
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  part text[] := regexp_match(source, '^(?:(-?\d{4})-(\d\d)-(\d\d)(?:[T\s]*$|[T\s]*(?=\d)))?'
    || '(?:(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s*(?:([+-])(\d\d):(\d\d)|[zZ])?\s*)?$');
  years bigint := coalesce(part[1], '2000');
  months bigint := coalesce(part[2], '1');
  days bigint := coalesce(part[3], '1');
  century bigint;
  ms bigint;
BEGIN
  IF source = '' OR part IS NULL THEN
    IF source !~ '^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?\s*$' THEN RETURN NULL; END IF;
    IF CAST(trim(source) AS numeric) NOT BETWEEN 0 AND 5373484.4999999 THEN RETURN NULL; END IF;
    IF CAST(trim(source) AS numeric) < 0.000000001 THEN RETURN 0; END IF;
    RETURN floor(CAST(trim(source) AS double precision) * 86400000 + 0.5) / 86400000;
  END IF;
  IF months NOT BETWEEN 1 AND 12 OR days NOT BETWEEN 1 AND 31 OR part[4] > '24'
    OR part[5] > '59' OR part[6] > '59' OR part[9] > '14' OR part[10] > '59' OR years < -4713
  THEN RETURN NULL; END IF;
  IF months <= 2 THEN
    years := years - 1;
    months := months + 12;
  END IF;
  century := (years + 4800) / 100;
  ms := CAST(((36525 * (years + 4716)) / 100 + (306001 * (months + 1)) / 10000 + days
      + (38 - century + century / 4) - 1524.5) * 86400000 AS bigint)
    + coalesce(CAST(part[4] AS bigint), 0) * 3600000 + coalesce(CAST(part[5] AS bigint), 0) * 60000
    + floor((coalesce(CAST(part[6] AS double precision), 0)
      + least(coalesce(CAST(part[7] AS double precision), 0), 0.999)) * 1000 + 0.5)
    - CASE part[8] WHEN '-' THEN -1 ELSE 1 END * 60000
      * (coalesce(CAST(part[9] AS bigint), 0) * 60 + coalesce(CAST(part[10] AS bigint), 0));
  IF ms NOT BETWEEN 0 AND 464269060799999 THEN RETURN NULL; END IF;
  RETURN ms / CAST(86400000 AS double precision);
END $$;
`
