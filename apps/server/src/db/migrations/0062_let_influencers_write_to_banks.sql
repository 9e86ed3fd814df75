CREATE TABLE "dispute_statements" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text,
	"written_at" timestamp (3) with time zone NOT NULL,
	"writes" integer NOT NULL,
	"staged_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_dispute_id_dispute_packs_dispute_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."dispute_packs"("dispute_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_statements_author" ON "dispute_statements" USING btree ("author_id");