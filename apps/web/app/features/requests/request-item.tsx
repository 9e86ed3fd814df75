import type { SessionRequest } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'
import { durationText } from '@parley/contract/duration'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import { classes } from '../../ui/classes.ts'
import { CopyLink } from './copy-link.tsx'
import { requestLink, type Viewer } from './link-text.ts'
import { hasReceipt } from './receipt-facts.ts'
import css from './request-item.module.css'
import { stateText } from './state-text.ts'

export interface RequestItemProps {
  request: SessionRequest
  viewer: Viewer
  /** What the viewer may do about it. */
  actions?: ReactNode
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

function otherParty(request: SessionRequest, viewer: Viewer): string {
  const influencer = request.influencer?.user.username
  if (viewer?.username === influencer || influencer === undefined) return request.user.username
  return influencer
}

/** One request in a list. */
export function RequestItem({ request, viewer, actions }: RequestItemProps) {
  const state = stateText(request, viewer)
  const link = requestLink(request, viewer)
  return (
    <li className={css.item}>
      <div className={css.top}>
        <strong>@{otherParty(request, viewer)}</strong>
        <span className={css.amount}>
          {CURRENCY_SIGN}
          {request.amount}
        </span>
      </div>
      <p className={css.facts}>
        {durationText(request.duration, request.duration_display)} ·{' '}
        <time dateTime={request.created_at}>{DATE.format(new Date(request.created_at))}</time>
      </p>
      <p className={classes(css.state, css[state.tone])}>{state.text}</p>
      <div className={css.link}>
        {'path' in link ? (
          <>
            <Link to={link.path} className={css.path}>
              {link.path}
            </Link>
            <CopyLink path={link.path} />
          </>
        ) : (
          <span className={css.none}>{link.text}</span>
        )}
      </div>
      {hasReceipt(request) && (
        <Link to={`/receipt/${request.slug}`} className={css.receipt}>
          <ReceiptText size={16} aria-hidden="true" />
          {t('Receipt')}
        </Link>
      )}
      {actions && <div className={css.actions}>{actions}</div>}
    </li>
  )
}
