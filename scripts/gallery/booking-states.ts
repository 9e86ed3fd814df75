import { type State, typeCard, visit } from './gallery.ts'

const DECLINED = '4000 0000 0000 0002'
const CHALLENGED_CARD = '4000 0027 6000 3184'

const booking: State = {
  name: 'booking sheet, paying, declined, challenge, paid',
  async take(gallery) {
    const role = 'finn-fan'
    const person = await gallery.demo.logIn(role)
    await visit(gallery, { person, path: '/profile/nora-chess' }, async page => {
      const take = (title: string, frame: 'whole' | 'window') =>
        gallery.album.take(page, { title, role, frame, check: 'axe' })
      await page.getByRole('button', { name: 'Book now' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).waitFor()
      await take('booking sheet', 'window')
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      await page.getByLabel('Card number').waitFor()
      await take('paying', 'whole')
      const pay = page.getByRole('button', { name: /^Pay £/ })
      await pay.click()
      await take('paying, fields missing', 'whole')
      await typeCard(page, DECLINED)
      await pay.click()
      await page.getByText('card error').first().waitFor()
      await take('paying, card declined', 'whole')
      await typeCard(page, CHALLENGED_CARD)
      await pay.click()
      await page.waitForURL(/challenge/)
      await take('3-D Secure challenge', 'window')
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('link', { name: 'Start Session' }).waitFor()
      await take('paid, what happens next', 'whole')
    })
  },
}

const reserving: State = {
  name: 'event booking sheet',
  async take(gallery) {
    const role = 'finn-fan'
    const person = await gallery.demo.logIn(role)
    await visit(gallery, { person, path: '/live-event/:event' }, async page => {
      await page.getByRole('button', { name: 'Book event' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).waitFor()
      await gallery.album.take(page, { title: 'event booking sheet', role, frame: 'window', check: 'axe' })
    })
  },
}

const sharing: State = {
  name: 'share sheet',
  async take(gallery) {
    await visit(gallery, { person: null, path: '/profile/nora-chess' }, async page => {
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('dialog').getByRole('img', { name: 'QR code of the link' }).waitFor()
      const screen = { title: 'share sheet', role: 'visitor', frame: 'window', check: 'axe' } as const
      await gallery.album.take(page, screen)
    })
  },
}

const rejecting: State = {
  name: 'reject sheet',
  async take(gallery) {
    const role = 'otto-outfits'
    const person = await gallery.demo.logIn(role)
    await visit(gallery, { person, path: '/profile/otto-outfits#sessions' }, async page => {
      await page.getByRole('button', { name: 'Reject' }).first().click()
      await page.getByRole('dialog').waitFor()
      await gallery.album.take(page, { title: 'reject sheet', role, frame: 'window', check: 'axe' })
    })
  },
}

export const bookingStates: readonly State[] = [booking, reserving, sharing, rejecting]
