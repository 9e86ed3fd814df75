import { readFileSync } from 'node:fs'
import type { StaffPending } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { type Catalogue, ENGLISH, readLanguageFrom } from '../../language/text.ts'
import { PendingAct } from './pending.tsx'

const GERMAN = new URL('../../language/catalogues/de.json', import.meta.url)

const grant: StaffPending = {
  ...{ id: 'a1', version: 1, kind: 'grant_role', at: '2027-03-01T10:00:00Z', by: 'ada', role: 'finance' },
  ...{ reason: 'They begin on Monday', is_own: false, is_party: false },
  ...{ person: { id: 'u1', username: 'sam' }, request_id: null, amount: null },
}

const shown = (pending: StaffPending) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PendingAct pending={pending} onDecide={() => undefined} problem={null} busy={false} />
    </MemoryRouter>,
  )
const buttons = (pending: StaffPending) =>
  [...shown(pending).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = '']) =>
    words.replaceAll(/<[^>]*>/g, ''),
  )
afterEach(() => readLanguageFrom(() => ENGLISH))

it('another member of staff confirms or refuses; the one who requested it can only withdraw it; the person concerned can do nothing', () => {
  expect(buttons(grant)).toEqual(['Confirm', 'Refuse'])
  expect(buttons({ ...grant, is_own: true })).toEqual(['Take it back'])
  expect(buttons({ ...grant, is_own: true, is_party: true })).toEqual(['Take it back'])
  expect(buttons({ ...grant, is_party: true })).toEqual([])
})

it('the name of a role is in the language of the page', () => {
  const catalogue = JSON.parse(readFileSync(GERMAN, 'utf8')) as Catalogue
  readLanguageFrom(() => ({ language: 'de', catalogue }))
  expect(shown(grant)).toContain('@sam die Rolle Finanzen geben')
  expect(shown({ ...grant, kind: 'revoke_role' })).toContain('@sam die Rolle Finanzen entziehen')
})
