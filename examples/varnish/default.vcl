vcl 4.1;

# Varnish in front of a Strapi that has the plugin, with push: { cdn: { provider: 'varnish', … } }.
# Needs vmod xkey: Debian's package varnish-modules.

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "1337";
}

# Where the nodes of Strapi are: they alone may purge.
acl purgers {
  "localhost";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "Forbidden"));
    }
    # The option "secret" of the plugin.
    if (std.getenv("VARNISH_SECRET") && req.http.Authorization != "Bearer " + std.getenv("VARNISH_SECRET")) {
      return (synth(403, "Forbidden"));
    }
    return (synth(200, "Purged " + xkey.purge(req.http.xkey-purge)));
  }

  # What is for one visitor: the admin panel and Strapi's API.
  if (req.url ~ "^/(admin|api)([/?]|$)") {
    return (pass);
  }
  # No page or feed is made for a cookie, and Varnish keeps nothing that is asked for with one.
  unset req.http.Cookie;

  # Pages are there as HTML and as Markdown: two forms of each, not one for every browser.
  if (req.http.Accept !~ "text/markdown") {
    set req.http.Accept = "text/html";
  }
}

sub vcl_backend_response {
  if (beresp.http.xkey && beresp.http.CDN-Cache-Control ~ "max-age=[1-9]") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    # What ends is not shown any longer; then it is asked for with its entity tag.
    set beresp.grace = 0s;
    set beresp.keep = 1h;
    return (deliver);
  }
  # Nobody says when the rest is another.
  set beresp.ttl = 120s;
  set beresp.uncacheable = true;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.CDN-Cache-Control;
  # Browsers count their own time, from now on.
  unset resp.http.Age;
}
