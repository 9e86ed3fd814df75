import type { OwnDispute } from '@parley/contract'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { disputeWords } from '../../language/dispute-words.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { momentText, standingText } from './own-dispute-words.ts'
import css from './own-disputes.module.css'
import { StatementForm } from './statement-form.tsx'

/** The part of our answer to the bank that the influencer may read. */
function Answer({ sections }: { sections: NonNullable<OwnDispute['pack']>['sections'] }) {
  return (
    <details className={css.said}>
      <summary className={css.more}>{t('What our answer says, in English, as the bank reads it')}</summary>
      <div lang="en">
        {sections.map(({ heading, lines }) => (
          <section key={heading}>
            <h4>{heading}</h4>
            {lines.map(line => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </div>
      <p className={css.muted}>
        {t(
          'The bank also gets the name and email of the buyer, which mails we sent them, and how much arrived of each side of the call. It never gets the chat, pictures, your address or notes of ours.',
        )}
      </p>
    </details>
  )
}

function OneDispute({ dispute }: { dispute: OwnDispute }) {
  const { amount, reason, pack, request_slug: slug } = dispute
  return (
    <Card className={css.dispute}>
      <h3>{t('{amount}: {reason}', { amount: priceText(amount), reason: disputeWords(reason) })}</h3>
      <p className={css.muted}>
        {t('{what}, disputed since {at}', { what: dispute.description, at: momentText(dispute.at) })}
        {' · '}
        <Link to={`/receipt/${slug}`}>{t('Receipt')}</Link>
      </p>
      {dispute.is_inquiry && dispute.state === 'open' && (
        <p>{t('The bank only asks what this was: no money has moved, and payouts to you go on.')}</p>
      )}
      <p>{standingText(dispute, serverNowMs())}</p>
      {pack && <Answer sections={pack.sections} />}
      <StatementForm dispute={dispute} />
    </Card>
  )
}

interface OwnDisputesProps {
  disputes: readonly OwnDispute[]
  /** Loads older ones; null when there are none. */
  onMore: (() => void) | null
  busy: boolean
}

/** The disputed sales of an influencer: the bank's reason, the state, and the influencer's statement. */
export function OwnDisputes({ disputes, onMore, busy }: OwnDisputesProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // A mail links to a dispute, and the browser looked for it before the list was loaded.
  useEffect(() => {
    if (window.location.hash === '#disputes') title.current?.scrollIntoView({ block: 'start' })
  }, [])
  if (disputes.length === 0) return null
  const isOneOpen = disputes.some(({ state, is_inquiry: isInquiry }) => state === 'open' && !isInquiry)
  return (
    <section aria-labelledby="disputes">
      <h2 id="disputes" className={css.title} ref={title}>
        {t('Disputes')}
      </h2>
      {isOneOpen && (
        <p className={css.muted}>
          {t(
            'A buyer asked their bank for the money of a sale. We answer with our record of it; you may add your own words. Until the bank has decided, payouts to you wait.',
          )}
        </p>
      )}
      <div className={css.list}>
        {disputes.map(dispute => (
          <OneDispute key={dispute.id} dispute={dispute} />
        ))}
      </div>
      {onMore && (
        <Button busy={busy} onClick={onMore}>
          {t('Show older ones')}
        </Button>
      )}
    </section>
  )
}
