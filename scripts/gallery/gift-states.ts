import type { SessionRequest } from '@parley/contract'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { type State, takerOf, until, visit, windowTakerOf } from './gallery.ts'
import { moveClock } from './moved-clock.ts'

/** The bank of this card pays, and sends every refund back. */
const CLOSED_CARD = '4000000000005126'
const BANK_ANSWERS_SECONDS = 10

interface Sale {
  fan: TestPerson
  host: TestPerson
  card?: string
}

/** A call that is paid over the API. */
async function buy(people: EventPeople, { fan, host, card }: Sale): Promise<SessionRequest> {
  const { body: booked } = await people.book(fan, host)
  const { body: paying } = await people.pay(fan, booked)
  await people.confirm(paying, card)
  const back = { paymentIntentId: paying.payment_intent }
  await people.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
  return people.request(fan, booked.slug)
}

const gift: State = {
  name: 'gift: link, invitation, accepted, given away',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const host = await people.influencer('gita-guitar')
    const [giver, friend] = [await people.fan('gerd-gives'), await people.fan('fritz-friend')]
    await buy(people, { fan: giver, host })
    let path = ''
    await visit(gallery, { person: giver, path: `/profile/${host.username}` }, async page => {
      const take = windowTakerOf(gallery, page, giver.username)
      await page.getByRole('button', { name: 'Let somebody else attend' }).click()
      await page.getByLabel('A few words for them').fill('Happy birthday! An hour of guitar, from me.')
      await take('gift, the words')
      await page.getByRole('button', { name: 'Make the link' }).click()
      const link = new URL(await page.getByText(/\/gift\?token=/).innerText())
      path = link.pathname + link.search
      await take('gift, the link')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Let somebody else attend' }).click()
      await page.getByRole('button', { name: 'End this link' }).waitFor()
      await take('gift, the link that is still open')
    })
    await visit(gallery, { person: null, path }, async page => {
      await page.getByRole('heading', { name: `@${giver.username} invites you to a video call` }).waitFor()
      await takerOf(gallery, page, 'visitor')('gift, the invitation')
    })
    await visit(gallery, { person: friend, path }, async page => {
      await page.getByRole('button', { name: 'Accept the invitation' }).click()
      await page.getByText('You have accepted.').waitFor()
      await takerOf(gallery, page, friend.username)('gift, accepted')
    })
    await visit(gallery, { person: giver, path: `/profile/${host.username}` }, async page => {
      await page.getByText(`@${friend.username} attends in your place.`).waitFor()
      await takerOf(gallery, page, giver.username)('gift, given away')
    })
  },
}

const returned: State = {
  name: 'returned refund',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const host = await people.influencer('rita-refunds')
    const fan = await people.fan('ruth-returns')
    const request = await buy(people, { fan, host, card: CLOSED_CARD })
    await people.call(host, `POST /api/influencer/requests/${request.id}/reject/`, { reason: 'I am ill' })
    const status = async () => (await people.request(fan, request.slug)).payment.status
    await until(status, found => found === 'refunded')
    await until(
      async () => {
        await moveClock(people, BANK_ANSWERS_SECONDS)
        return status()
      },
      found => found === 'refund_failed',
    )
    await visit(gallery, { person: fan, path: `/receipt/${request.slug}` }, async page => {
      await page.getByRole('region', { name: 'Where should the money go?' }).waitFor()
      await takerOf(gallery, page, fan.username)('returned refund, on the receipt')
    })
  },
}

export const giftStates: readonly State[] = [gift]
/** Moves the server's clock. */
export const lateRefundStates: readonly State[] = [returned]
