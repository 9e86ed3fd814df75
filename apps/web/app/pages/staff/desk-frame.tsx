import { type Needs, needsSchema } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError, errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { t } from '../../language/text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

interface DeskFrameProps {
  title: string
  /** Whether this is the desk's first page, to which the others link back. */
  isFirst?: boolean
  children: ReactNode
}

/** The frame of every page of the desk. */
export function DeskFrame({ title, isFirst = false, children }: DeskFrameProps) {
  return (
    <PageBody width="wide">
      {!isFirst && (
        <nav aria-label={t('The desk')}>
          <Link to="/staff">{t('The desk')}</Link>
        </nav>
      )}
      <h1>{title}</h1>
      <Queries>{children}</Queries>
    </PageBody>
  )
}

function neededFirst(error: unknown): Needs | null {
  if (!(error instanceof ApiError)) return null
  return needsSchema.safeParse(error.body).data?.needs ?? null
}

/** A query, of one page or of several. */
interface DeskQuery<T> {
  data: T | undefined
  isError: boolean
  error: Error | null
  refetch: () => unknown
}

/** The answer to a request of the desk, or why it failed: not found, a second factor needed, or an error. */
export function Answered<T>({
  query,
  waiting,
  children,
}: {
  query: DeskQuery<T>
  waiting: string
  children: (data: T) => ReactNode
}) {
  // A loaded list stays, with the reasons that are typed into it, when another page of it fails to load.
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Waiting>{waiting}</Waiting>
  if (neededFirst(query.error) === 'second_factor') {
    return (
      <EmptyState
        action={
          <ButtonLink variant="primary" to="/my-account#security">
            {t('Add a second factor')}
          </ButtonLink>
        }
      >
        {t(messages.staffNeedsFactor)}
      </EmptyState>
    )
  }
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <EmptyState
      action={
        isMissing ? (
          <ButtonLink to="/">{t('Back home')}</ButtonLink>
        ) : (
          <Button onClick={() => void query.refetch()}>{t('Try again')}</Button>
        )
      }
    >
      {isMissing ? t('There is nothing here.') : errorText(query.error)}
    </EmptyState>
  )
}
