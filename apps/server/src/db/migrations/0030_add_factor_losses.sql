CREATE TABLE "factor_losses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stop_id" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "factor_losses_stop_id_unique" UNIQUE("stop_id")
);
--> statement-breakpoint
ALTER TABLE "factor_losses" ADD CONSTRAINT "factor_losses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_losses_end" ON "factor_losses" USING btree ("ends_at");