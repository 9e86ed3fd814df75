import type { Influencer } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { wordsInNoCatalogue } from '../../language/testing/marked-language.ts'
import { ProfileEditForm } from './profile-edit-form.tsx'
import { ProfileView } from './profile-view.tsx'

const IVY = {
  user: { username: 'ivy', first_name: 'Ivy', last_name: 'Stone' },
  profile: { picture: null },
  main_session: { amount: '2500.00', duration: 1800, duration_display: 2, description: 'Gardens' },
  main_live_event: { amount: null },
  category: 'learning',
  fee_percent: 12.5,
  money_back: { policy: 'flexible' },
  is_demo: true,
} as unknown as Influencer

const page = () => (
  <MemoryRouter>
    <ProfileView influencer={IVY} panel={null} />
    <ProfileEditForm
      influencer={IVY}
      saving={false}
      errors={null}
      problem={null}
      onSave={async () => undefined}
      onCancel={() => undefined}
    />
  </MemoryRouter>
)
const html = () => renderToStaticMarkup(page())

it('a profile shows its price, its length and that the call is for two people', () => {
  expect(html()).toContain('£2,500.00')
  expect(html()).toContain('30 minutes, just the two of you')
  expect(html()).toContain('12.5% of it is the platform fee.')
})

it('a profile and its edit form are in the language of the page, except for the texts of the influencer', () => {
  expect(wordsInNoCatalogue(html, ['ivy', 'Ivy', 'Stone', 'IS', 'Gardens'])).toEqual([])
})
