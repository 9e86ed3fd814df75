ALTER TABLE "operator_runs" ADD COLUMN "checkpoint" jsonb;--> statement-breakpoint
-- A removed row leaves nothing that says so: the next audit looks at everything.
CREATE FUNCTION forget_audit_checkpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE operator_runs SET checkpoint = NULL WHERE name = 'audit';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_requests_removed AFTER DELETE OR TRUNCATE ON "session_requests" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER payments_removed AFTER DELETE OR TRUNCATE ON "payments" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER refunds_removed AFTER DELETE OR TRUNCATE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER disputes_removed AFTER DELETE OR TRUNCATE ON "disputes" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER payouts_removed AFTER DELETE OR TRUNCATE ON "payouts" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER users_removed AFTER DELETE OR TRUNCATE ON "users" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER live_events_removed AFTER DELETE OR TRUNCATE ON "live_events" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER call_rooms_removed AFTER DELETE OR TRUNCATE ON "call_rooms" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER live_intervals_removed AFTER DELETE OR TRUNCATE ON "live_intervals" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER media_alone_removed AFTER DELETE OR TRUNCATE ON "media_alone" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
--> statement-breakpoint
CREATE TRIGGER account_totals_removed AFTER DELETE OR TRUNCATE ON "account_totals" FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_checkpoint();
