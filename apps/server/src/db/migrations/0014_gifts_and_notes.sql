CREATE TABLE "request_gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"taken_by" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "request_gifts_digest_unique" UNIQUE("digest"),
	CONSTRAINT "request_gifts_taken_by_somebody" CHECK (("request_gifts"."taken_at" is null) = ("request_gifts"."taken_by" is null))
);
--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "attendee_id" uuid;--> statement-breakpoint
ALTER TABLE "request_gifts" ADD CONSTRAINT "request_gifts_request_id_session_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."session_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_gifts" ADD CONSTRAINT "request_gifts_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "request_gifts_one_standing" ON "request_gifts" USING btree ("request_id") WHERE "request_gifts"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "request_gifts_request" ON "request_gifts" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "request_gifts_taken_by" ON "request_gifts" USING btree ("taken_by") WHERE "request_gifts"."taken_by" is not null;--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_attendee_id_users_id_fk" FOREIGN KEY ("attendee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_requests_attendee" ON "session_requests" USING btree ("attendee_id","created_at") WHERE "session_requests"."attendee_id" is not null;--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_attendee_is_neither_party" CHECK ("session_requests"."attendee_id" is null or ("session_requests"."attendee_id" <> "session_requests"."buyer_id" and "session_requests"."attendee_id" is distinct from "session_requests"."influencer_id"));--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_note_length" CHECK (length("session_requests"."note") <= 500);