-- A row of the staff audit can be removed when it is three years old, and not before; none is ever changed.
CREATE FUNCTION refuse_removal_within_three_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.created_at > now() - interval '1095 days' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
DROP TRIGGER staff_actions_append_only ON "staff_actions";
--> statement-breakpoint
CREATE TRIGGER staff_actions_append_only BEFORE UPDATE OR TRUNCATE ON "staff_actions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER staff_actions_kept BEFORE DELETE ON "staff_actions" FOR EACH ROW EXECUTE FUNCTION refuse_removal_within_three_years();
