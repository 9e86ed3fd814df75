import type { Influencer } from '@parley/contract'
import { parseAmount } from '@parley/contract/money'
import type { ProfileForm } from './profile-form-schema.ts'

const samePounds = (a: string | number, b: string | null) =>
  b !== null && parseAmount(a) !== null && parseAmount(a) === parseAmount(b)

/** The changed fields as the multipart form names them; null when nothing changed. */
export function profileChanges(current: Influencer, form: ProfileForm): FormData | null {
  const { user, main_session: offer, main_live_event: live } = current
  const changes = new FormData()
  if (form.username !== user.username) changes.set('user__username', form.username)
  if (!samePounds(form.amount, offer.amount)) changes.set('main_session[amount]', String(form.amount))
  if (Number(form.duration) !== offer.duration) changes.set('main_session[duration]', String(form.duration))
  if (Number(form.duration_display) !== offer.duration_display) {
    changes.set('main_session[duration_display]', String(form.duration_display))
  }
  if (form.description !== offer.description) changes.set('main_session[description]', form.description)
  if (form.live_amount !== '' && !samePounds(form.live_amount, live.amount)) {
    changes.set('main_live_event[amount]', form.live_amount)
  }
  if (form.money_back !== current.money_back.policy) changes.set('main_session[money_back]', form.money_back)
  if (form.category !== (current.category ?? '')) changes.set('category', form.category)
  if (form.picture) changes.set('profile[picture]', form.picture)
  return [...changes.keys()].length === 0 ? null : changes
}
