import { Link } from 'react-router'
import { numberText } from '../../language/formats.ts'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import css from './reading.module.css'

export interface CompanyTerms {
  feePercent: number
  releaseAfterHours: number
}

const sections = ({ feePercent, releaseAfterHours }: CompanyTerms): readonly [string, string][] => [
  [
    t('Who these terms are for'),
    t(
      'People and companies who sell their time on Parley as influencers. They stand beside the terms and privacy page, which is for everybody.',
    ),
  ],
  [
    t('What you sell'),
    t(
      'You set the price, the length and the description of your calls, and of each live event. What stood there when somebody booked is what they bought: later changes do not touch it.',
    ),
  ],
  [
    t('What you promise'),
    t(
      'To come to what you accept, to be the person on your profile, and to offer nothing that is against the law where you or your buyer live. Calls are not recorded, by you neither.',
    ),
  ],
  [
    t('What you earn'),
    t(
      'The platform keeps {feePercent}% of what is left of a sale after refunds, unless another figure is shown before it. The rest is yours: it is released {releaseAfterHours} hours after the call and paid out seven days later, to an account the payment provider has verified. If these figures change, we write to you, and earlier sales keep theirs.',
      { feePercent: numberText(feePercent), releaseAfterHours },
    ),
  ],
  [
    t('When money goes back'),
    t(
      'If you reject or do not come, the buyer gets everything back. Of a call that ended early the buyer pays for the seconds you were both there; the rest is yours if the buyer ended it, or stayed away while you waited for 10 minutes or as long as was left. If money goes back after it was released to you, it comes off your next payout.',
    ),
  ],
  [
    t('Ending it'),
    t(
      'You may delete your account when no paid request is open and your earnings are paid out. We may close an account that breaks these terms; what buyers paid and did not receive then goes back to them.',
    ),
  ],
]

/** The agreement between Parley and its influencers. */
export function CompanyTermsPage(terms: CompanyTerms) {
  return (
    <PageBody width="text" className={css.reading}>
      <h1>{t('Terms for influencers')}</h1>
      {sections(terms).map(([title, text]) => (
        <section key={title} className={css.section}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      <p>
        <RichText
          text="See also <terms>terms and privacy</terms>."
          parts={{ terms: words => <Link to="/terms">{words}</Link> }}
        />
      </p>
    </PageBody>
  )
}
