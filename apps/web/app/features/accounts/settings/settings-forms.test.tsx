import type { OwnUser } from '@parley/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { GeneralForm, useGeneralFields } from './general-form.tsx'
import { PasswordForm } from './password-form.tsx'

const user = { username: 'ivy', first_name: 'Ivy', last_name: 'Ives', pending_email: null } as OwnUser
function General() {
  return (
    <GeneralForm
      user={user}
      fields={useGeneralFields(user)}
      onSave={async () => null}
      saved={null}
      onKeepEmail={() => undefined}
      cancelling={false}
    />
  )
}
const render = (form: ReactNode) => renderToStaticMarkup(<MemoryRouter>{form}</MemoryRouter>)
const labelsOf = (page: string) => [...page.matchAll(/<label[^>]*>([^<]*)/g)].map(([, words]) => words)
const namesOf = (page: string) =>
  [...page.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name)

it('private information has its fields, a Save button and a link to billing', () => {
  const page = render(<General />)
  expect(labelsOf(page)).toEqual(['Full name', 'Username', 'Email', 'Bio', 'Country', 'City', 'Address'])
  expect(namesOf(page)).toEqual(['fullName', 'username', 'email', 'bio', 'country', 'city', 'address'])
  expect(page).toMatch(/<button type="submit"[^>]*>Save</)
  expect(page).toMatch(/<a href="[^"]*#billing"/)
})

it('changing the password asks for the current one and for the new one twice', () => {
  const page = render(<PasswordForm onChange={async () => null} />)
  expect(labelsOf(page)).toEqual(['Current password', 'New password', 'Repeat password'])
  expect(namesOf(page)).toEqual(['currentPassword', 'newPassword', 'repeatPassword'])
  expect(page).toMatch(/<button type="submit"[^>]*>Change password</)
})
