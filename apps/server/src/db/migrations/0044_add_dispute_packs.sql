CREATE TABLE "dispute_packs" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"due_by" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone NOT NULL,
	"file_id" text,
	"staged_at" timestamp (3) with time zone,
	"send_asked_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dispute_packs" ADD CONSTRAINT "dispute_packs_request_id_session_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."session_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_packs_request" ON "dispute_packs" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "dispute_packs_due" ON "dispute_packs" USING btree ("due_by") WHERE "dispute_packs"."send_asked_at" is null and "dispute_packs"."due_by" is not null;