//go:build tools

package tools

import _ "github.com/stripe/stripe-mock"
