-- The ledger and the audit trail only grow: the database itself refuses any change (attack: covering tracks, or a careless fix by hand).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "journals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "postings" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER request_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "request_audit" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Double entry: at commit, the legs of every touched journal sum to zero and there are at least two.
CREATE FUNCTION journal_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  journal uuid;
  total bigint;
  legs integer;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN journal := NEW.id; ELSE journal := NEW.journal_id; END IF;
  SELECT coalesce(sum(amount_pence), 0), count(*) INTO total, legs FROM postings WHERE journal_id = journal;
  IF total <> 0 OR legs < 2 THEN
    RAISE EXCEPTION 'journal % does not balance: % pence over % legs', journal, total, legs USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER journals_balance AFTER INSERT ON "journals" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_balances();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON "postings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_balances();
