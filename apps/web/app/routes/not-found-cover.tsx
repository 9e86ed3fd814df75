import { messages } from '@parley/contract/messages'
import { data } from 'react-router'
import { t } from '../language/text.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export const meta = () => [{ title: `${t('Not found')} · Parley` }, { name: 'robots', content: 'noindex' }]
export const loader = () => data(null, 404)

export default function NotFoundCover() {
  return (
    <EmptyState
      title={<h1>{t(messages.badLink)}</h1>}
      action={
        <ButtonLink to="/" variant="primary">
          {t(messages.backHome)}
        </ButtonLink>
      }
    >
      {t('The address may be old, or a letter may be missing.')}
    </EmptyState>
  )
}
