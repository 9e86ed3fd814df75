import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root.ts'
import { startAuth } from './api/browser.ts'
import { startErrorReports } from './api/error-reports.ts'
import { isNetworkLost } from './api/network-lost.ts'
import { publicDataContext } from './contexts.server.ts'
import { PageNews } from './features/site/page-news.tsx'
import { installWorker } from './install-worker.ts'
import { locale, t } from './language/text.ts'
import { carryOutEarlyUse, PAGE_START_SCRIPT, usePageStart } from './start/page-start.ts'
import FONTS from './theme/fonts.css?inline'
import './theme/tokens.css'
import './theme/base.css'
import { BirthDateRequest } from './pages/account/birth-date-request.tsx'
import { FIRST_PAINT_SCRIPT } from './theme/theme-mode.ts'
import { AlertBar } from './ui/alerts/alert-bar.tsx'
import { NoConnection } from './ui/alerts/no-connection.tsx'
import { ButtonLink } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const meta: Route.MetaFunction = () => [{ title: 'Parley' }]

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(publicDataContext).site }
}

/** The facts about the site are constant: they came with the first page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const starts = usePageStart()
  useEffect(carryOutEarlyUse, [])
  return (
    <html lang={locale()} data-starts={starts} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FBFAF8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0E0C14" media="(prefers-color-scheme: dark)" />
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, before the first paint.
          dangerouslySetInnerHTML={{ __html: FIRST_PAINT_SCRIPT }}
        />
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, before the first tap.
          dangerouslySetInnerHTML={{ __html: PAGE_START_SCRIPT }}
        />
        {/* Not in the sheet, which may be loaded later: if it defined a font again, text would change its font. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours. */}
        <style dangerouslySetInnerHTML={{ __html: FONTS }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <AlertBar />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { errorReportsDsn } = loaderData.site
  useEffect(startAuth, [])
  useEffect(installWorker, [])
  useEffect(() => startErrorReports(errorReportsDsn), [errorReportsDsn])
  return (
    <>
      <Outlet />
      <PageNews />
      <BirthDateRequest />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNetworkLost(error)) {
    return (
      <main>
        <title>{`${t('No connection')} · Parley`}</title>
        <NoConnection />
      </main>
    )
  }
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main>
      <EmptyState
        title={<h1>{missing ? t('Not found') : t('This page did not work')}</h1>}
        action={
          <ButtonLink to="/" reloadDocument>
            {t('Back home')}
          </ButtonLink>
        }
      >
        {missing
          ? t('There is nothing at this address.')
          : t('Something went wrong on our side. Please try again in a moment.')}
      </EmptyState>
    </main>
  )
}
