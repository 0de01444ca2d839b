vcl 4.1;

# Varnish in front of a Strapi that has the plugin, with push: { cdn: { provider: 'varnish', … } }.
# Needs vmod xkey: Debian's package varnish-modules.

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "1337";
}

# Only the nodes of Strapi may purge.
acl purgers {
  "localhost";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "Forbidden"));
    }
    # The plugin's option "secret".
    if (std.getenv("VARNISH_SECRET") && req.http.Authorization != "Bearer " + std.getenv("VARNISH_SECRET")) {
      return (synth(403, "Forbidden"));
    }
    return (synth(200, "Purged " + xkey.purge(req.http.xkey-purge)));
  }

  # Not cached, as responses depend on the user: the admin panel and Strapi's API.
  if (req.url ~ "^/(admin|api)([/?]|$)") {
    return (pass);
  }
  # Pages and feeds do not depend on cookies, and Varnish does not cache requests with cookies.
  unset req.http.Cookie;

  # Pages exist as HTML and as Markdown: cache these two variants, not one for each Accept header.
  if (req.http.Accept !~ "text/markdown") {
    set req.http.Accept = "text/html";
  }
}

sub vcl_backend_response {
  if (beresp.http.xkey && beresp.http.CDN-Cache-Control ~ "max-age=[1-9]") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    # Never serve expired responses; keep them to revalidate with their entity tags.
    set beresp.grace = 0s;
    set beresp.keep = 1h;
    return (deliver);
  }
  # Without cache tags or a CDN lifetime, changes are unknown: not cached (hit-for-miss for two minutes).
  set beresp.ttl = 120s;
  set beresp.uncacheable = true;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.CDN-Cache-Control;
  # Browsers count max-age from now on.
  unset resp.http.Age;
}
