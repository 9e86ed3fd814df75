import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import css from './reading.module.css'

interface Section {
  id: string
  title: string
  paragraphs: readonly string[]
}

/** Kept in this version's words of 23 Aug 2022: data collection, use, sharing, rights, review and deletion. */
const SECTIONS: readonly Section[] = [
  {
    id: 'using',
    title: 'Using Parley',
    paragraphs: [
      'Parley lets influencers sell video calls and live events, and lets users book them. You must be old enough to enter a contract where you live. You need an account with a name and an email address that are yours, and you answer for what is done with it.',
      'Treat the people you meet with respect. Nothing that is against the law where either of you lives may be offered, asked for or shown. Nobody may record a call without the other’s word.',
    ],
  },
  {
    id: 'paying',
    title: 'Paying and getting money back',
    paragraphs: [
      'The price, the length and the money-back rule shown before you pay are the agreement between you, the influencer and us. Time counts only while both sides are in the call.',
      'Money that is due back goes to the card it came from. How long your bank takes to show it is up to your bank.',
    ],
  },
  {
    id: 'collection',
    title: 'Data we collect',
    paragraphs: [
      'What you enter when you sign up or book: name, username, email address, profile text and picture, and your requests. What your browser sends: its type, its language and your network address. What a call leaves behind: when it began, how long both of you were there, and why it ended.',
      'Card numbers go to the payment provider directly; we keep only the brand of the card, its last four digits and its expiry. Picture and sound of a call pass through the server and are not stored.',
    ],
  },
  {
    id: 'use',
    title: 'How we use it',
    paragraphs: [
      'To run calls, to take and pay out money, to prevent fraud and abuse, to write to you about your requests, and to keep the records the law asks for. Which mails you get is yours to choose in your account.',
      'We do not sell personal data, we show no advertising, and no part of a page follows you to other sites.',
    ],
  },
  {
    id: 'sharing',
    title: 'Sharing',
    paragraphs: [
      'The other person in a request sees your username. An influencer’s profile, with its picture, text and price, is public unless they switch that off. Your email address is shown only if you choose so.',
      'The payment provider receives what it needs to take a payment. We share data with authorities only where the law obliges us to.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    paragraphs: [
      'You may ask what we hold about you, have it corrected, receive a copy of it, object to its use, and complain to the data protection authority where you live. None of this costs anything.',
    ],
  },
  {
    id: 'review',
    title: 'Review and deletion',
    paragraphs: [
      'You can review and change your details in your account at any time, and end logins on other devices there.',
      'When you delete your account, your personal data goes; entries of the ledger that the law makes us keep stay, without your name. An account with an open paid request, or with earnings still to be paid out, can be deleted once that is settled.',
    ],
  },
]

export function TermsPage() {
  return (
    <PageBody width="text" className={css.reading}>
      <header className={css.head}>
        <h1>{t('Terms and privacy')}</h1>
        <p className={css.date}>{t('Last modified: 23 Aug 2022')}</p>
      </header>
      <nav aria-label={t('On this page')}>
        <ul className={css.contents}>
          {SECTIONS.map(section => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {SECTIONS.map(section => (
        <section key={section.id} id={section.id} className={css.section}>
          <h2>{section.title}</h2>
          {section.paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p>
        Who sells on Parley has <Link to="/company-terms">{t('terms for influencers')}</Link> as well.
      </p>
    </PageBody>
  )
}
