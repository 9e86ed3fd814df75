CREATE TABLE "application_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_seconds" integer NOT NULL,
	CONSTRAINT "application_clock_single_row" CHECK ("application_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"login_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"successor_id" uuid,
	CONSTRAINT "refresh_tokens_one_successor" UNIQUE("successor_id")
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_influencer" boolean NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"public_profile" boolean DEFAULT true NOT NULL,
	"expose_email" boolean DEFAULT false NOT NULL,
	"notifications" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ws_tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"login_id" uuid NOT NULL,
	"path" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "call_rooms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"holder" text,
	"held_until" timestamp (3) with time zone,
	"buyer_seen_at" timestamp (3) with time zone,
	"influencer_seen_at" timestamp (3) with time zone,
	"influencer_waited_ms" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "live_intervals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"proven_until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "live_intervals_forward" CHECK ("live_intervals"."proven_until" >= "live_intervals"."started_at" and ("live_intervals"."ended_at" is null or "live_intervals"."ended_at" >= "live_intervals"."started_at"))
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journals_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"journal_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_pence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"uuid" text NOT NULL,
	"influencer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"picture_id" uuid,
	"price_pence" integer NOT NULL,
	"duration_seconds" integer NOT NULL,
	"duration_display" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"capacity" integer,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_events_slug_unique" UNIQUE("slug"),
	CONSTRAINT "live_events_once" UNIQUE("influencer_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "card_charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"card_id" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"status" text NOT NULL,
	"intent_id" text,
	"client_secret" text,
	"charge_id" text,
	"fee_pence" integer,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_intent_id_unique" UNIQUE("intent_id")
);
--> statement-breakpoint
CREATE TABLE "provider_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "provider_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"payment_intent_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_once_a_reason" UNIQUE("payment_id","reason")
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"picture_id" uuid,
	"price_pence" integer NOT NULL,
	"duration_seconds" integer NOT NULL,
	"duration_display" integer NOT NULL,
	"description" text NOT NULL,
	"event_price_pence" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"from_state" text,
	"to_state" text NOT NULL,
	"from_payment" text,
	"to_payment" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"uuid" text NOT NULL,
	"fingerprint" text NOT NULL,
	"request_type" text NOT NULL,
	"state" text NOT NULL,
	"outcome" text,
	"payment_status" text NOT NULL,
	"buyer_id" uuid NOT NULL,
	"influencer_id" uuid,
	"live_event_id" uuid,
	"description" text NOT NULL,
	"price_pence" integer NOT NULL,
	"fee_basis_points" integer NOT NULL,
	"refunded_pence" integer DEFAULT 0 NOT NULL,
	"duration_seconds" integer NOT NULL,
	"duration_display" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"callback" text DEFAULT '' NOT NULL,
	"reject_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "session_requests_slug_unique" UNIQUE("slug"),
	CONSTRAINT "session_requests_once" UNIQUE("buyer_id","uuid"),
	CONSTRAINT "session_requests_price" CHECK ("session_requests"."price_pence" between 100 and 1000000),
	CONSTRAINT "session_requests_refund_within_price" CHECK ("session_requests"."refunded_pence" between 0 and "session_requests"."price_pence"),
	CONSTRAINT "session_requests_duration" CHECK ("session_requests"."duration_seconds" between 1 and 86400),
	CONSTRAINT "session_requests_not_with_oneself" CHECK ("session_requests"."influencer_id" is null or "session_requests"."influencer_id" <> "session_requests"."buyer_id"),
	CONSTRAINT "session_requests_ended_has_outcome" CHECK (("session_requests"."outcome" is null) = ("session_requests"."state" in ('offered', 'accepted')))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_login_id_logins_id_fk" FOREIGN KEY ("login_id") REFERENCES "public"."logins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ws_tickets" ADD CONSTRAINT "ws_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_intervals" ADD CONSTRAINT "live_intervals_room_id_call_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."call_rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_influencer_id_users_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_charges" ADD CONSTRAINT "card_charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_audit" ADD CONSTRAINT "request_audit_request_id_session_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."session_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_influencer_id_users_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_live_event_id_live_events_id_fk" FOREIGN KEY ("live_event_id") REFERENCES "public"."live_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logins_user" ON "logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_login" ON "refresh_tokens" USING btree ("login_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_once" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_once" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "live_intervals_room" ON "live_intervals" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_intervals_one_open" ON "live_intervals" USING btree ("room_id") WHERE "live_intervals"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "journals_request" ON "journals" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "postings_journal" ON "postings" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "postings_account" ON "postings" USING btree ("account");--> statement-breakpoint
CREATE INDEX "live_events_influencer" ON "live_events" USING btree ("influencer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_charges_one_unanswered" ON "card_charges" USING btree ("payment_id") WHERE "card_charges"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "payments_request" ON "payments" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_charged_once" ON "payments" USING btree ("request_id") WHERE "payments"."status" = 'succeeded';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("request_id") WHERE "payments"."status" in ('creating', 'open', 'processing');--> statement-breakpoint
CREATE INDEX "refunds_request" ON "refunds" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "saved_cards_user" ON "saved_cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pictures_owner" ON "pictures" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "request_audit_request" ON "request_audit" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "session_requests_one_place" ON "session_requests" USING btree ("buyer_id","live_event_id") WHERE "session_requests"."live_event_id" is not null and "session_requests"."state" in ('offered', 'accepted', 'completed');--> statement-breakpoint
CREATE INDEX "session_requests_buyer" ON "session_requests" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "session_requests_influencer" ON "session_requests" USING btree ("influencer_id","created_at");--> statement-breakpoint
CREATE INDEX "session_requests_due" ON "session_requests" USING btree ("due_at") WHERE "session_requests"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("run_at") WHERE "outbox"."done_at" is null;