/** A name that nobody can own (RFC 2606): no mail of a real person is ever vouched for here. */
const MAIL_HOST = 'sandbox-people.example'

/** Somebody whom the sandbox's identity provider knows. */
export interface MadeUpPerson {
  id: string
  email: string
  givenName: string
  familyName: string
}

const person = (id: string, givenName: string, familyName: string): MadeUpPerson => ({
  id,
  email: `${id}@${MAIL_HOST}`,
  givenName,
  familyName,
})

/** Everybody who can log in by the sandbox's identity provider. */
export const MADE_UP_PEOPLE: readonly MadeUpPerson[] = [
  person('robin-field', 'Robin', 'Field'),
  person('sam-harbour', 'Sam', 'Harbour'),
  person('noor-lindqvist', 'Noor', 'Lindqvist'),
  person('kit-okafor', 'Kit', 'Okafor'),
]

export function findMadeUpPerson(id: string | undefined): MadeUpPerson | undefined {
  return MADE_UP_PEOPLE.find(each => each.id === id)
}

/** The claims of OpenID Connect Core 5.1. */
export function claimsOf({ id, email, givenName, familyName }: MadeUpPerson): Record<string, unknown> {
  return {
    sub: id,
    email,
    email_verified: true,
    given_name: givenName,
    family_name: familyName,
    name: `${givenName} ${familyName}`,
    preferred_username: id,
  }
}
