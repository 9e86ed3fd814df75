CREATE TABLE "account_totals" (
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"amount_pence" bigint NOT NULL,
	"postings" bigint NOT NULL,
	CONSTRAINT "account_totals_account_kind_pk" PRIMARY KEY("account","kind")
);
--> statement-breakpoint
DROP INDEX "postings_account";--> statement-breakpoint
CREATE INDEX "logins_last_used" ON "logins" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_expiry" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "transfer_reversals_pending" ON "transfer_reversals" USING btree ("payout_id") WHERE "transfer_reversals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "session_requests_open_bought" ON "session_requests" USING btree ("buyer_id","created_at") WHERE "session_requests"."state" in ('offered', 'accepted');--> statement-breakpoint
CREATE INDEX "session_requests_state" ON "session_requests" USING btree ("influencer_id","state","created_at");--> statement-breakpoint
CREATE INDEX "session_requests_prepaid" ON "session_requests" USING btree ("buyer_id","created_at") WHERE "session_requests"."request_type" = 'prepaid';--> statement-breakpoint
CREATE INDEX "session_requests_unreleased" ON "session_requests" USING btree ("influencer_id","ended_at") WHERE "session_requests"."paid_at" is not null and "session_requests"."released_at" is null and "session_requests"."state" in ('offered', 'accepted', 'completed') and "session_requests"."payment_status" in ('paid', 'partly_refunded', 'refund_failed', 'disputed');--> statement-breakpoint
CREATE INDEX "outbox_done" ON "outbox" USING btree ("done_at") WHERE "outbox"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "postings_account" ON "postings" USING btree ("account","id");--> statement-breakpoint
-- What each person's account comes to, with every posting: nobody's earnings are added up from the first day on.
CREATE FUNCTION add_to_account_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_totals (account, kind, amount_pence, postings)
  SELECT NEW.account, j.kind, NEW.amount_pence, 1 FROM journals j WHERE j.id = NEW.journal_id
  ON CONFLICT (account, kind) DO UPDATE
  SET amount_pence = account_totals.amount_pence + excluded.amount_pence, postings = account_totals.postings + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER postings_totals AFTER INSERT ON "postings" FOR EACH ROW
WHEN (NEW.account LIKE 'payable:%') EXECUTE FUNCTION add_to_account_total();
--> statement-breakpoint
INSERT INTO account_totals (account, kind, amount_pence, postings)
SELECT p.account, j.kind, sum(p.amount_pence), count(*) FROM postings p JOIN journals j ON j.id = p.journal_id
WHERE p.account LIKE 'payable:%' GROUP BY p.account, j.kind;
