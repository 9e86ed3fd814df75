import { Link } from 'react-router'
import { RichText } from '../../language/rich-text.tsx'
import { msg, t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import css from './reading.module.css'

interface Section {
  id: string
  title: string
  paragraphs: readonly string[]
}

/** The text of 23 Aug 2022, unchanged: data collection, use, sharing, rights, review and deletion. */
const SECTIONS: readonly Section[] = [
  {
    id: 'using',
    title: msg('Using Parley'),
    paragraphs: [
      msg(
        'Parley lets influencers sell video calls and live events, and lets users book them. You must be old enough to enter a contract where you live. You need an account with a name and an email address that are yours, and you answer for what is done with it.',
      ),
      msg(
        'Treat the people you meet with respect. Nothing that is against the law where either of you lives may be offered, asked for or shown. Nobody may record a call without the other’s word.',
      ),
    ],
  },
  {
    id: 'paying',
    title: msg('Paying and getting money back'),
    paragraphs: [
      msg(
        'The price, the length and the money-back rule shown before you pay are the agreement between you, the influencer and us. Time counts only while both sides are in the call.',
      ),
      msg(
        'What is left of a call that ended early comes back to you, unless you ended it yourself, or stayed away while the influencer waited for 10 minutes or as long as was left, whichever is shorter. Waiting means that their sound or picture reached us; an open page is not enough.',
      ),
      msg(
        'Money that is due back goes to the card it came from. How long your bank takes to show it is up to your bank.',
      ),
    ],
  },
  {
    id: 'collection',
    title: msg('Data we collect'),
    paragraphs: [
      msg(
        'What you enter when you sign up or book: name, username, email address, profile text and picture, and your requests. What your browser sends: its type, its language and your network address. What a call leaves behind: when it began, how long both of you were there, and why it ended.',
      ),
      msg(
        'Card numbers go to the payment provider directly; we keep only the brand of the card, its last four digits and its expiry. Picture and sound of a call pass through the server and are not stored.',
      ),
    ],
  },
  {
    id: 'use',
    title: msg('How we use it'),
    paragraphs: [
      msg(
        'To run calls, to take and pay out money, to prevent fraud and abuse, to write to you about your requests, and to keep the records the law asks for. Which mails you get is yours to choose in your account.',
      ),
      msg(
        'We do not sell personal data, we show no advertising, and no part of a page follows you to other sites.',
      ),
    ],
  },
  {
    id: 'sharing',
    title: msg('Sharing'),
    paragraphs: [
      msg(
        'The other person in a request sees your username. An influencer’s profile, with its picture, text and price, is public unless they switch that off. Your email address is shown only if you choose so.',
      ),
      msg(
        'The payment provider receives what it needs to take a payment. We share data with authorities only where the law obliges us to.',
      ),
    ],
  },
  {
    id: 'rights',
    title: msg('Your rights'),
    paragraphs: [
      msg(
        'You may ask what we hold about you, have it corrected, receive a copy of it, object to its use, and complain to the data protection authority where you live. None of this costs anything.',
      ),
    ],
  },
  {
    id: 'review',
    title: msg('Review and deletion'),
    paragraphs: [
      msg(
        'You can review and change your details in your account at any time, and end logins on other devices there.',
      ),
      msg(
        'When you delete your account, your personal data goes; entries of the ledger that the law makes us keep stay, without your name. An account with an open paid request, or with earnings still to be paid out, can be deleted once that is settled.',
      ),
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
              <a href={`#${section.id}`}>{t(section.title)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {SECTIONS.map(section => (
        <section key={section.id} id={section.id} className={css.section}>
          <h2>{t(section.title)}</h2>
          {section.paragraphs.map(paragraph => (
            <p key={paragraph}>{t(paragraph)}</p>
          ))}
        </section>
      ))}
      <p>
        <RichText
          text="Who sells on Parley has <terms>terms for influencers</terms> as well."
          parts={{ terms: words => <Link to="/company-terms">{words}</Link> }}
        />
      </p>
    </PageBody>
  )
}
