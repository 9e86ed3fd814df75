import type { CardIntent, OwnUser, PublicUser } from '@parley/contract'
import { notificationsOf, type UserRow } from './store.ts'

/** A person as others see them; the email only where they chose so. */
export function publicUserOf(user: UserRow): PublicUser {
  return {
    id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    is_influencer: user.isInfluencer,
    ...(user.exposeEmail ? { email: user.email } : {}),
  }
}

/** A person as they see themselves. */
export function ownUserOf(user: UserRow, own: { cards: CardIntent[]; pendingEmail: string | null }): OwnUser {
  return {
    id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    pending_email: own.pendingEmail,
    is_influencer: user.isInfluencer,
    is_demo: user.isDemo,
    card_intents: own.cards,
    bio: user.bio,
    country: user.country,
    city: user.city,
    address: user.address,
    public_profile: user.publicProfile,
    expose_email: user.exposeEmail,
    notifications: notificationsOf(user),
  }
}
