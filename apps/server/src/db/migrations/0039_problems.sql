CREATE TABLE "problems" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"back_pence" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "problems_once_a_request" UNIQUE("request_id"),
	CONSTRAINT "problems_text_length" CHECK (length("problems"."text") <= 1000),
	CONSTRAINT "problems_settled_at_a_moment" CHECK (("problems"."state" = 'settled') = ("problems"."settled_at" is not null)),
	CONSTRAINT "problems_back_pence" CHECK ("problems"."back_pence" >= 0)
);
--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "problem_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_request_id_session_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."session_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problems_open" ON "problems" USING btree ("created_at") WHERE "problems"."state" = 'open';--> statement-breakpoint
CREATE INDEX "problems_reporter" ON "problems" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "problems_settled_by" ON "problems" USING btree ("settled_by") WHERE "problems"."settled_by" is not null;