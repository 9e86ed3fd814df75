/**
 * Stripe's side of the world in one file: separate from the application's database, which may be restored to an earlier
 * day.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS objects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  created INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (json_extract(body, '$.payment_intent'));
CREATE INDEX IF NOT EXISTS objects_by_charge ON objects (json_extract(body, '$.charge'));
CREATE INDEX IF NOT EXISTS transfers_by_source ON objects (json_extract(body, '$.source_transaction'))
  WHERE kind = 'transfer';
CREATE INDEX IF NOT EXISTS transfers_by_group ON objects (json_extract(body, '$.transfer_group')) WHERE kind = 'transfer';
CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (json_extract(body, '$.customer'));

-- What Stripe knows of an object and never shows: the behaviour behind a card, a return address.
CREATE TABLE IF NOT EXISTS attributes (
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS idempotent_answers (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  path TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS idempotent_answers_by_age ON idempotent_answers (created_ms);

CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL,
  event_type TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'held', 'delivered', 'dropped', 'abandoned')),
  position INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  manner TEXT NOT NULL DEFAULT 'plain',
  shift_seconds INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_ms, position) WHERE state = 'due';
CREATE INDEX IF NOT EXISTS deliveries_held ON deliveries (position) WHERE state = 'held';
CREATE INDEX IF NOT EXISTS deliveries_by_position ON deliveries (position);
CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event);

CREATE TABLE IF NOT EXISTS later_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  due_ms INTEGER NOT NULL,
  change TEXT NOT NULL,
  object TEXT NOT NULL
) STRICT;
`
