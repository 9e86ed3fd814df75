ALTER TABLE "users" ADD COLUMN "sign_up_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "users_sign_up_once" ON "users" USING btree ("sign_up_key");