import { apiCaller, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type Gallery, type State, visit } from './gallery.ts'

const signingUp: State = {
  name: 'sign-up, fields missing, second step',
  async take(gallery) {
    const role = 'visitor'
    await visit(gallery, { person: null, path: '/signup/influencer' }, async page => {
      const take = (title: string) => gallery.album.take(page, { title, role, frame: 'whole', check: 'axe' })
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Email is required.').waitFor()
      await take('sign-up, fields missing')
      await page.getByLabel('Username').fill('gallery-guest')
      await page.getByLabel('First name').fill('Gale')
      await page.getByLabel('Last name').fill('Guest')
      await page.getByLabel('Email').fill('gallery-guest@example.org')
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
      await page.getByLabel('Confirm password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('STEP 2 / 2').waitFor()
      await take('sign-up, second step')
    })
  },
}

const loginFailed: State = {
  name: 'login failed',
  async take(gallery) {
    await visit(gallery, { person: null, path: '/login' }, async page => {
      await page.getByLabel('Email').fill('nora-chess@demo.example')
      await page.getByLabel('Password').fill('not this one')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText('Login: failed. Try again').waitFor()
      const screen = { title: 'login failed', role: 'visitor', frame: 'window', check: 'axe' } as const
      await gallery.album.take(page, screen)
    })
  },
}

const deviceCheck: State = {
  name: 'device check running',
  async take(gallery) {
    await visit(gallery, { person: null, path: '/device-check' }, async page => {
      await page.getByRole('button', { name: 'Test camera and microphone' }).click()
      await page.getByText('Your camera works.').waitFor()
      const screen = { title: 'device check running', role: 'visitor', frame: 'whole', check: 'axe' } as const
      await gallery.album.take(page, screen)
    })
  },
}

const editing: State = {
  name: 'profile being edited, event preview',
  async take(gallery) {
    const role = 'otto-outfits'
    const person = await gallery.demo.logIn(role)
    await visit(gallery, { person, path: '/profile/otto-outfits' }, async page => {
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await page.getByLabel('Description').first().waitFor()
      await gallery.album.take(page, { title: 'profile being edited', role, frame: 'whole', check: 'axe' })
    })
    await visit(gallery, { person, path: '/add-event' }, async page => {
      await page.getByLabel('Title').fill('Openings for beginners')
      await page.getByLabel('Description').fill('Four openings that never let you down')
      await page.getByLabel('Price per person').fill('7.5')
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('heading', { name: 'Openings for beginners', level: 1 }).waitFor()
      await gallery.album.take(page, { title: 'event preview', role, frame: 'whole', check: 'axe' })
    })
  },
}

async function shootEmpty(gallery: Gallery, person: TestPerson, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await visit(gallery, { person, path }, async page => {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const title = `empty: ${path.slice(1)}`
      await gallery.album.take(page, { title, role: person.username, frame: 'whole', check: 'axe' })
    })
  }
}

const emptyLists: State = {
  name: 'empty lists',
  async take(gallery) {
    const api = apiCaller(gallery.demo.origin)
    const fan = await api.fan('new-fan')
    await shootEmpty(gallery, fan, ['/my-account#call-sessions', '/my-account#billing', '/prepaid'])
    const influencer = await api.influencer('new-influencer')
    await shootEmpty(gallery, influencer, [
      '/profile/new-influencer',
      '/profile/new-influencer#sessions',
      '/earnings',
    ])
  },
}

const wrong: State = {
  name: 'error page, server away, offline page',
  async take(gallery) {
    const role = 'fay-fan'
    const person = await gallery.demo.logIn(role)
    const take = (title: string) => ({ title, role, frame: 'window', check: 'axe' }) as const
    await visit(gallery, { person, path: '/faq' }, async page => {
      await page.route(/\/api\/user\/me\/requests\//, route => route.abort('connectionrefused'))
      await page.goto(gallery.demo.addressOf('/my-account#call-sessions'))
      await page.getByRole('button', { name: /again/i }).first().waitFor()
      await gallery.album.take(page, take('server away'))
    })
    await visit(gallery, { person, path: '/profile/nora-chess' }, async page => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.context().setOffline(true)
      await page.goto(gallery.demo.addressOf('/faq'))
      await page.getByRole('heading', { name: 'No connection' }).waitFor()
      await gallery.album.take(page, take('offline page'))
    })
  },
}

export const formStates: readonly State[] = [signingUp, loginFailed, deviceCheck, editing, emptyLists, wrong]
