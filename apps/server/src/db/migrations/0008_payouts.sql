CREATE TABLE "bank_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount_pence" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orphan_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"refunded_pence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"status" text NOT NULL,
	"payouts_enabled" boolean NOT NULL,
	"requirements" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_accounts_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"share_pence" integer NOT NULL,
	"withheld_pence" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"waits_for" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"transfer_id" text,
	"account_id" text,
	"payable_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payouts_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "payouts_transfer_id_unique" UNIQUE("transfer_id"),
	CONSTRAINT "payouts_share" CHECK ("payouts"."share_pence" > 0 and "payouts"."withheld_pence" between 0 and "payouts"."share_pence"),
	CONSTRAINT "payouts_netted" CHECK (("payouts"."status" = 'netted') <= ("payouts"."withheld_pence" = "payouts"."share_pence")),
	CONSTRAINT "payouts_paid" CHECK (("payouts"."status" = 'paid') <= ("payouts"."transfer_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "transfer_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"provider_reversal_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transfer_reversals_provider_reversal_id_unique" UNIQUE("provider_reversal_id"),
	CONSTRAINT "transfer_reversals_once_a_reason" UNIQUE("payout_id","reason")
);
--> statement-breakpoint
ALTER TABLE "session_requests" DROP CONSTRAINT "session_requests_refund_within_price";--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "charged_back_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_influencer_id_users_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_reversals" ADD CONSTRAINT "transfer_reversals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_request" ON "disputes" USING btree ("request_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transferred_once" ON "payouts" USING btree ("request_id") WHERE "payouts"."status" in ('sending', 'paid');--> statement-breakpoint
CREATE INDEX "payouts_influencer" ON "payouts" USING btree ("influencer_id","status");--> statement-breakpoint
CREATE INDEX "payouts_look" ON "payouts" USING btree ("look_at") WHERE "payouts"."look_at" is not null;--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_refund_within_price" CHECK ("session_requests"."refunded_pence" >= 0 and "session_requests"."charged_back_pence" >= 0 and "session_requests"."refunded_pence" + "session_requests"."charged_back_pence" <= "session_requests"."price_pence");--> statement-breakpoint
-- What was released before payouts were known is paid out like any other.
INSERT INTO "payouts" ("id", "request_id", "influencer_id", "share_pence", "status", "payable_at", "look_at", "created_at", "updated_at")
  SELECT gen_random_uuid(), r."id", r."influencer_id", -p."amount_pence", 'waiting', r."released_at" + interval '7 days',
    r."released_at" + interval '7 days', r."released_at", r."released_at"
  FROM "session_requests" r
  JOIN "journals" j ON j."key" = 'release:' || r."id"
  JOIN "postings" p ON p."journal_id" = j."id" AND p."account" = 'payable:' || r."influencer_id"
  WHERE r."released_at" IS NOT NULL;
