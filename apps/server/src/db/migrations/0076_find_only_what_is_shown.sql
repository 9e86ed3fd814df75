-- The search vectors are of what everybody may see, and name the category. A query is of letters and digits, so that no
-- typed word begins with the slash.
CREATE FUNCTION category_word(code text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(CASE WHEN code IS NULL THEN '{}' ELSE ARRAY['/' || code] END)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_profile_words(profile uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM profile_words w USING users u
  WHERE w.user_id = profile AND u.id = profile
    AND NOT (u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL);
  INSERT INTO profile_words (user_id, words)
  SELECT u.id, search_words(concat_ws(' ', u.username, u.first_name, u.last_name), p.description) || category_word(p.category)
  FROM profiles p JOIN users u ON u.id = p.user_id
  WHERE p.user_id = profile AND u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL
  ON CONFLICT (user_id) DO UPDATE SET words = excluded.words WHERE profile_words.words <> excluded.words
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_event_words(event uuid, owner uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM live_event_words w USING live_events e JOIN users u ON u.id = e.influencer_id
  WHERE w.event_id = e.id AND (e.id = event OR e.influencer_id = owner)
    AND NOT (e.state IN ('scheduled', 'live') AND u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL);
  INSERT INTO live_event_words (event_id, words)
  SELECT e.id, search_words(concat_ws(' ', e.title, u.username, u.first_name, u.last_name), e.description) || category_word(p.category)
  FROM live_events e JOIN users u ON u.id = e.influencer_id JOIN profiles p ON p.user_id = e.influencer_id
  WHERE (e.id = event OR e.influencer_id = owner) AND e.state IN ('scheduled', 'live')
    AND u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL
  ON CONFLICT (event_id) DO UPDATE SET words = excluded.words WHERE live_event_words.words <> excluded.words
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'profiles' THEN
    PERFORM write_profile_words(NEW.user_id);
    IF TG_OP = 'INSERT' THEN
      PERFORM write_event_words(NULL, NEW.user_id);
    ELSIF NEW.category IS DISTINCT FROM OLD.category THEN
      PERFORM write_event_words(NULL, NEW.user_id);
    END IF;
  ELSIF TG_TABLE_NAME = 'live_events' THEN
    PERFORM write_event_words(NEW.id, NULL);
  ELSE
    PERFORM write_profile_words(NEW.id);
    PERFORM write_event_words(NULL, NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Replaced, not dropped: everybody may read the tables meanwhile.
CREATE OR REPLACE TRIGGER profiles_words AFTER INSERT OR UPDATE OF description, category ON "profiles" FOR EACH ROW EXECUTE FUNCTION words_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER live_events_words AFTER INSERT OR UPDATE OF title, description, state ON "live_events" FOR EACH ROW EXECUTE FUNCTION words_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_words AFTER UPDATE OF username, first_name, last_name, public_profile, suspended_at, deleted_at ON "users" FOR EACH ROW EXECUTE FUNCTION words_changed();
--> statement-breakpoint
DELETE FROM profile_words w USING users u
WHERE u.id = w.user_id AND NOT (u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL);
--> statement-breakpoint
DELETE FROM live_event_words w USING live_events e JOIN users u ON u.id = e.influencer_id
WHERE e.id = w.event_id
  AND NOT (e.state IN ('scheduled', 'live') AND u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL);
--> statement-breakpoint
UPDATE profile_words w SET words = w.words || category_word(p.category) FROM profiles p
WHERE p.user_id = w.user_id AND p.category IS NOT NULL;
--> statement-breakpoint
UPDATE live_event_words w SET words = w.words || category_word(p.category) FROM live_events e JOIN profiles p ON p.user_id = e.influencer_id
WHERE e.id = w.event_id AND p.category IS NOT NULL;
