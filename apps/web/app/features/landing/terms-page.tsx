import { PageBody } from '../../ui/page.tsx'
import css from './reading.module.css'

/** Kept in this version's words of 23 Aug 2022: data collection, use, sharing, rights, review and deletion. */
const SECTIONS: readonly [string, string][] = [
  [
    'Using Parley',
    'Parley lets influencers sell video calls and live events, and lets users book them. You must be old enough to enter a contract where you live. The price, the length and the money-back rule shown before you pay are the agreement between you, the influencer and us.',
  ],
  [
    'Data we collect',
    'What you enter when you sign up or book: name, username, email address, profile text and picture, and your requests. What your browser sends: its type, its language and your network address. Card numbers go to the payment provider directly; we keep only the card brand, its last four digits and its expiry.',
  ],
  [
    'How we use it',
    'To run calls, to take and pay out money, to prevent fraud and abuse, to answer you, and to keep the records the law asks for. We do not sell personal data and we do not record calls.',
  ],
  [
    'Sharing',
    'The other person in a request sees your username. The payment provider receives what it needs to take a payment. We share data with authorities only where the law obliges us to.',
  ],
  [
    'Your rights',
    'You may ask what we hold about you, have it corrected, receive a copy of it, object to its use, and complain to the data protection authority where you live.',
  ],
  [
    'Review and deletion',
    'You can review and change your details in your account. When you delete your account, your personal data goes; entries of the ledger that the law makes us keep stay, without your name.',
  ],
]

export function TermsPage() {
  return (
    <PageBody width="text" className={css.reading}>
      <h1>Terms and privacy</h1>
      <p className={css.date}>Last modified: 23 Aug 2022</p>
      {SECTIONS.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </PageBody>
  )
}
