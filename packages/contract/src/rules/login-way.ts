/** A page sends this header with this value; its refresh token then travels only in a cookie. */
export const LOGIN_WAY_HEADER = 'x-parley-login'
export const LOGIN_WAY_COOKIE = 'cookie'

/** Whether the page that calls keeps its refresh token in a cookie, so that no script ever sees it. */
export function keepsCookie(headers: Readonly<Record<string, unknown>>): boolean {
  return headers[LOGIN_WAY_HEADER] === LOGIN_WAY_COOKIE
}
