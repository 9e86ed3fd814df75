import type { Page } from '@parley/contract'
import type { ShownMail } from '../../../http/sandbox/mail-page.ts'
import type { TestPerson, TestServer } from '../../../testing/test-server.ts'

/** Reads the mails of people of a test server, as its sandbox shows them. */
export function mailboxOf(testServer: TestServer) {
  /** The mails a person got, newest last. */
  async function mailsOf(person: TestPerson): Promise<ShownMail[]> {
    const to = encodeURIComponent(`${person.username}@example.org`)
    const address = `${testServer.origin}/sandbox/mail/?to=${to}&page_size=100`
    const response = await fetch(address, { headers: { accept: 'application/json' } })
    const page = (await response.json()) as Page<ShownMail>
    return page.results.reverse()
  }
  return {
    mailsOf,
    /** The kinds of mails a person got, sorted. */
    kindsOf: async (person: TestPerson) => (await mailsOf(person)).map(mail => mail.kind).sort(),
    /** The one mail of a kind that a person got. */
    async mailOf(person: TestPerson, kind: string): Promise<ShownMail> {
      const [mail, ...more] = (await mailsOf(person)).filter(found => found.kind === kind)
      if (!mail || more.length > 0)
        throw new Error(`${person.username} got ${more.length + (mail ? 1 : 0)} of ${kind}`)
      return mail
    },
  }
}
